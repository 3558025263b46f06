package encore.kernel.media;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The types in which images are stored and answered. */
public enum ImageType {
    JPEG,
    /** An image with transparent pixels. */
    PNG;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String mimeType() {
        return "image/" + word();
    }
}
