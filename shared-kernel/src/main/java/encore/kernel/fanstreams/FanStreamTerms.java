package encore.kernel.fanstreams;

import encore.kernel.privacy.NotPersonal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a stream that decide on new records.
 *
 * @param trustLevel 0: every record waits for an approval; 1: records with the secret are approved; 2: all are
 * @param isPublic whether the public key alone reaches the stream
 * @param tagId the tag that authors get; null for none
 * @param authorizedNetworks the networks of which records may be imported; empty for any
 */
public record FanStreamTerms(
        int trustLevel,
        boolean isPublic,
        @Nullable Long tagId,
        @NotPersonal("names of networks") List<String> authorizedNetworks) {

    public FanStreamTerms {
        authorizedNetworks = List.copyOf(authorizedNetworks);
    }

    /** Returns whether a record is approved as it arrives. */
    public boolean approves(boolean withSecret) {
        return trustLevel >= 2 || trustLevel == 1 && withSecret;
    }
}
