package encore.kernel.scans;

import encore.kernel.names.KeySpelling;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The data that a scanner sends about a scan. Nothing in it reveals the holder of the code.
 *
 * @param sourceKey the scanner's key of the scan; a key is recorded once on a network
 */
@RecordBuilder
public record ScanDetails(
        @PublishedValue @NotPersonal("a ticket shop or another system") @Nullable
        String network,

        @PublishedValue @NotPersonal("a key of a thing") @Nullable
        String sourceKey,

        @PublishedValue @Nullable Instant scanTimestamp,

        @PublishedValue @NotPersonal("a key of a thing") @Nullable
        String registrationKey,

        @PublishedValue @NotPersonal("a key of a thing") @Nullable
        String ticketKey,

        @NotPersonal("a code of a thing") @Nullable String lookupId,
        @Secret @NotPersonal("a code of a thing") @Nullable String barcode,

        @PublishedValue @NotPersonal("a key of a show") @Nullable
        String eventKey,

        @PublishedValue @Nullable Boolean isSuccess,
        @PublishedValue @NotPersonal("in or out") @Nullable String accessMode,

        @PublishedValue @NotPersonal("a name for a group of scanners") @Nullable
        String scanGroupName,

        @NotPersonal("the name of a site") @Nullable String fgtSiteName,
        @PublishedValue @Nullable Long fgtSiteId,
        @NotPersonal("the name of a zone") @Nullable String fgtZoneName) {

    /** Returns these data with the codes and the source_key as we spell them. */
    public ScanDetails respelled() {
        return ScanDetailsBuilder.builder(this)
                .sourceKey(KeySpelling.ofKey(sourceKey))
                .registrationKey(KeySpelling.ofCode(registrationKey))
                .ticketKey(KeySpelling.ofCode(ticketKey))
                .lookupId(KeySpelling.ofCode(lookupId))
                .barcode(KeySpelling.ofCode(barcode))
                .build();
    }

    /** Returns the codes of the scan, in the order in which they are looked up. */
    public List<ScanCode> codes() {
        return ScanCode.of(network, registrationKey, ticketKey, lookupId, barcode);
    }

    /** Returns the wristbands that the scan may be of, whatever its network. */
    public List<ScanCode> wristbands() {
        return ScanCode.ofWristbands(lookupId, barcode);
    }
}
