/** The smaller build of hls.js, which has all that our lists use; the package gives types for the whole one alone. */
declare module 'hls.js/light' {
  import Hls from 'hls.js';

  export default Hls;
}
