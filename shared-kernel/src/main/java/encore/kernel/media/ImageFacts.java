package encore.kernel.media;

import encore.kernel.published.PublishedValue;

/**
 * The properties of a stored image.
 *
 * @param width in pixels
 * @param height in pixels
 * @param byteCount the length of the image file in bytes
 */
public record ImageFacts(
        @PublishedValue ImageType imageType,
        @PublishedValue int width,
        @PublishedValue int height,
        @PublishedValue long byteCount) {}
