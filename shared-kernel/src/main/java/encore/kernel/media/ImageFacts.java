package encore.kernel.media;

import encore.kernel.told.ToldValue;

/**
 * The properties of a stored image.
 *
 * @param width in pixels
 * @param height in pixels
 * @param byteCount the length of the image file in bytes
 */
public record ImageFacts(
        @ToldValue ImageType imageType,
        @ToldValue int width,
        @ToldValue int height,
        @ToldValue long byteCount) {}
