package encore.kernel.media;

/**
 * The properties of a stored image.
 *
 * @param width in pixels
 * @param height in pixels
 * @param byteCount the length of the image file in bytes
 */
public record ImageFacts(ImageType imageType, int width, int height, long byteCount) {}
