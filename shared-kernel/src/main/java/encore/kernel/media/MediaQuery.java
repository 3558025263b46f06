package encore.kernel.media;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.util.List;

/** Everything that can be asked about media. */
public sealed interface MediaQuery<R> extends Query<R> {

    /** An account's media, in the order they were added. */
    record ListMedia(long account, Paging.NextKey paging) implements MediaQuery<Page<Media>> {}

    /** One asset of an account; one that is unknown or removed is refused as unknown. */
    record FindMedia(long account, String mediaUid) implements MediaQuery<Media> {}

    /** The assets that are a fan's personal data, oldest first. */
    record FindMediaOfFan(long account, long fanId) implements MediaQuery<List<Media>> {}

    /** An asset of any account; one that is unknown or removed is refused as unknown. */
    record FindMediaAsset(String mediaUid) implements MediaQuery<MediaAsset> {

        /** Anybody may ask, and the answer names the account. */
        @Override
        public long account() {
            return 0;
        }
    }

    /**
     * A part of an asset's bytes, decrypted. An asset that is unknown, removed or an erased fan's is refused as unknown.
     *
     * @param part the index of the part, from 0
     */
    record FindMediaPart(long account, String mediaUid, int part) implements MediaQuery<MediaPart> {}
}
