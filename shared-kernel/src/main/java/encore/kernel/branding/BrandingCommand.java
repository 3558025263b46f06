package encore.kernel.branding;

import encore.kernel.Command;
import encore.kernel.Patch;

/** The commands of an account's branding. Each answers the branding after it. */
public sealed interface BrandingCommand extends Command<Branding> {

    BrandingId branding();

    @Override
    default BrandingId stream() {
        return branding();
    }

    /** Changes the branding. A new {@code mediaUid} clears {@code imageUrl}, and the other way round. */
    record ChangeBranding(BrandingId branding, Patch<Branding> change) implements BrandingCommand {}

    /** Clears the whole branding. */
    record ClearBranding(BrandingId branding) implements BrandingCommand {}
}
