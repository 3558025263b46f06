package encore.kernel.branding;

import encore.kernel.StreamId;

/** The branding of an account; prints as {@code branding.<account>}. */
@StreamId.Kind("branding")
public record BrandingId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
