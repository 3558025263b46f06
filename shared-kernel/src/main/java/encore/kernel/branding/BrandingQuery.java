package encore.kernel.branding;

import encore.kernel.Query;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about branding. */
public sealed interface BrandingQuery<R> extends Query<R> {

    /** The branding of an account. Where nothing was set, its components are null. */
    record FindBranding(long account) implements BrandingQuery<Branding> {}

    /**
     * The legal texts that fans of a business accept. A business that is unknown or removed is refused (RULE, naming
     * {@code business_id}).
     *
     * @param businessId null for the texts of the branding
     */
    record FindLegalTexts(long account, @Nullable Long businessId) implements BrandingQuery<LegalTexts> {}
}
