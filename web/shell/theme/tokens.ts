import { theme as antdTheme, type MappingAlgorithm, type ThemeConfig } from 'antd';
import { coloursOf, fontFamily } from './colours.ts';
import { type Hex, mix } from './contrast.ts';

/**
 * Links as they are given: the algorithm takes their colour for a seed and shades it, and in the dark on what floats
 * nobody could read the shade.
 */
const linksAsGiven: MappingAlgorithm = (seed, map = antdTheme.defaultAlgorithm(seed)) => ({
  ...map,
  colorLink: seed.colorLink,
  colorLinkHover: seed.colorLink,
  colorLinkActive: seed.colorLink,
});

/** Ant Design's theme for a primary colour, light or dark, with or without motion: the numbers of screens.md. */
export function themeOf(primary: Hex, dark: boolean, motion: boolean): ThemeConfig {
  const colours = coloursOf(primary, dark);
  return {
    algorithm: [dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm, linksAsGiven],
    zeroRuntime: import.meta.env?.PROD ?? false, // the build has made the styles already
    hashed: false, // one Ant Design on the page, so no class needs a hash to tell versions apart
    token: {
      colorPrimary: primary,
      colorInfo: primary,
      colorLink: colours.primaryText,
      colorSuccess: colours.done,
      colorWarning: colours.look,
      colorError: colours.lost,
      colorBgLayout: colours.page,
      colorBgContainer: colours.container,
      colorBgElevated: colours.raised,
      colorBorder: colours.border,
      colorBorderSecondary: colours.line,
      colorSplit: colours.line,
      colorText: colours.text,
      colorTextSecondary: colours.secondary,
      colorTextTertiary: colours.hint,
      colorTextDescription: colours.hint,
      colorTextPlaceholder: colours.hint,
      controlItemBgActive: colours.primaryBg,
      controlItemBgActiveHover: colours.primaryBg,
      controlItemBgHover: colours.hover,
      fontFamily,
      fontSize: 14,
      borderRadius: 6,
      motion,
      // Given, they hold without motion too.
      motionDurationFast: motion ? '0.12s' : '0s',
      motionDurationMid: motion ? '0.16s' : '0s',
      motionDurationSlow: motion ? '0.2s' : '0s',
    },
    components: {
      Button: {
        colorPrimary: colours.primarySolid,
        // Darker, not lighter as the theme has it: white text on it is read under the pointer, too.
        colorPrimaryHover: mix(colours.primarySolid, '#000000', 0.12),
        colorPrimaryActive: mix(colours.primarySolid, '#000000', 0.24),
        // As it is, not as the theme shades it: in the dark nobody could read that.
        colorError: colours.lost,
        dangerColor: dark ? colours.page : '#ffffff',
        defaultBg: colours.container,
        defaultColor: colours.text,
        defaultBorderColor: colours.border,
        // Under the pointer too a button is read: the shade that the algorithm makes is too light on white.
        defaultHoverColor: colours.primaryText,
        defaultActiveColor: colours.primaryText,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      // On and off are written on a switch, in white.
      Switch: {
        colorPrimary: colours.primarySolid,
        colorPrimaryHover: mix(colours.primarySolid, '#000000', 0.12),
        colorTextQuaternary: colours.switchedOff,
        colorTextTertiary: mix(colours.switchedOff, '#000000', 0.12),
      },
      // Chosen entries are written in the primary colour, which as text has to be the readable shade.
      Dropdown: { colorPrimary: colours.primaryText },
      // What an empty table says is to be read, so it is not written in the colour of what is switched off.
      Table: {
        fontSize: 13,
        headerBg: dark ? '#1d2128' : '#f7f8fa',
        // Headings of every table alike: they lead the eye to the values and stay behind them.
        headerColor: colours.secondary,
        fontWeightStrong: 500,
        colorTextDisabled: colours.hint,
      },
      // The number of the page one is on is a text, too.
      Pagination: { colorPrimary: colours.primaryText, colorPrimaryHover: colours.primaryText },
      // Under the pointer and while pressed a tab is read, too.
      Tabs: {
        itemSelectedColor: colours.primaryText,
        itemHoverColor: colours.primaryText,
        itemActiveColor: colours.primaryText,
      },
    },
  };
}
