package encore.api.media;

import org.jspecify.annotations.Nullable;

/** The size of an image in pixels. */
record ImageSize(int width, int height) {

    long pixels() {
        return (long) width * height;
    }

    /**
     * Returns the largest size with the same proportions that fits into bounds. It is never larger than this one, and no
     * side is shorter than a pixel.
     *
     * @param maxWidth null for no bound
     * @param maxHeight null for no bound
     */
    ImageSize within(@Nullable Integer maxWidth, @Nullable Integer maxHeight) {
        double factor = 1;
        if (maxWidth != null) {
            factor = Math.min(factor, (double) maxWidth / width);
        }
        if (maxHeight != null) {
            factor = Math.min(factor, (double) maxHeight / height);
        }
        return factor == 1 ? this : new ImageSize(scaled(width, factor, maxWidth), scaled(height, factor, maxHeight));
    }

    private static int scaled(int side, double factor, @Nullable Integer bound) {
        int rounded = Math.max(1, (int) Math.round(side * factor));
        return bound == null ? rounded : Math.min(rounded, bound);
    }

    /** Returns the size after a quarter turn. */
    ImageSize turned() {
        return new ImageSize(height, width);
    }
}
