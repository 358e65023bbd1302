import { theme as antdTheme, type MappingAlgorithm, type ThemeConfig } from 'antd';
import { coloursOf, fontFamily } from './colours.ts';
import { type Hex, mix } from './contrast.ts';

/**
 * Links keep their given colour: the algorithm would derive a shade from it that is unreadable on floating dark
 * surfaces.
 */
const linksAsGiven: MappingAlgorithm = (seed, map = antdTheme.defaultAlgorithm(seed)) => ({
  ...map,
  colorLink: seed.colorLink,
  colorLinkHover: seed.colorLink,
  colorLinkActive: seed.colorLink,
});

/** Ant Design's theme for a primary colour, light or dark, with or without motion. */
export function themeOf(primary: Hex, dark: boolean, motion: boolean): ThemeConfig {
  const colours = coloursOf(primary, dark);
  const pale = (colour: Hex) => mix(colours.container, colour, dark ? 0.14 : 0.08);
  const edge = (colour: Hex) => mix(colours.container, colour, 0.35);
  return {
    algorithm: [dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm, linksAsGiven],
    zeroRuntime: import.meta.env?.PROD ?? false, // the build has made the styles already
    hashed: false, // one Ant Design on the page, so no class needs a hash to distinguish versions
    token: {
      colorPrimary: primary,
      colorInfo: primary,
      colorLink: colours.primaryText,
      colorSuccess: colours.done,
      colorWarning: colours.look,
      colorError: colours.lost,
      // Of these colours, which text can be read in, the algorithm's shades are grey.
      colorSuccessBg: pale(colours.done),
      colorSuccessBorder: edge(colours.done),
      colorWarningBg: pale(colours.look),
      colorWarningBorder: edge(colours.look),
      colorErrorBg: pale(colours.lost),
      colorErrorBorder: edge(colours.lost),
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
      // Set explicitly, they also apply without motion.
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
        // Unchanged, instead of the theme's shade: that would be unreadable in dark mode.
        colorError: colours.lost,
        // Away from the colour of the text on it, for the same reason.
        colorErrorHover: mix(colours.lost, dark ? '#ffffff' : '#000000', 0.12),
        colorErrorActive: mix(colours.lost, dark ? '#ffffff' : '#000000', 0.24),
        dangerColor: dark ? colours.page : '#ffffff',
        defaultBg: colours.container,
        defaultColor: colours.text,
        defaultBorderColor: colours.border,
        // Hovered buttons must be readable too: the algorithm's shade is too light on white.
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
      // The text of an empty table must be readable, so it does not use the disabled colour.
      Table: {
        fontSize: 13,
        headerBg: dark ? '#1d2128' : '#f7f8fa',
        // Equal headings in every table, less prominent than the values.
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
