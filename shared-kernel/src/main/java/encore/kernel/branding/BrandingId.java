package encore.kernel.branding;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The branding of an account; prints as {@code branding.<account>}. */
public record BrandingId(long account) implements StreamId {

    @JsonCreator
    public static BrandingId parse(String text) {
        return new BrandingId(Long.parseLong(StreamNames.split(text, "branding", 2)[1]));
    }

    @Override
    public String toString() {
        return "branding." + account;
    }
}
