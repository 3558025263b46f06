package encore.kernel.media;

import encore.kernel.Command;
import encore.kernel.fans.FanId;
import encore.kernel.media.MediaQuery.FindMedia;
import org.jspecify.annotations.Nullable;

/** The commands of a media asset. Each answers its uid. */
public sealed interface MediaCommand extends Command<MediaUid> {

    MediaId media();

    @Override
    default MediaId stream() {
        return media();
    }

    /**
     * Stores a part of the bytes of an asset that is added later. It records no event: bytes that no event names after an
     * hour are deleted.
     *
     * @param fan the fan under whose key the bytes are encrypted; null for none. An unknown one is refused as fan_id
     * @param part the index of the part, from 0
     * @param bytes at most {@link MediaPart#MAX_BYTES} bytes
     */
    record StoreMediaPart(MediaId media, @Nullable FanId fan, int part, MediaPart bytes) implements MediaCommand {

        @Override
        public String toString() {
            return "StoreMediaPart[" + media + ", " + part + "]";
        }
    }

    /**
     * Adds an asset whose parts are stored.
     *
     * @param fan the fan whose personal data the asset is; null for none. An unknown one is refused as fan_id
     */
    record AddMedia(MediaId media, @Nullable FanId fan, ImageFacts image, int parts)
            implements MediaCommand, Command.Save<MediaUid, Media> {

        @Override
        public FindMedia record(MediaUid saved) {
            return new FindMedia(media.account(), saved.mediaUid());
        }
    }

    /** Removes an asset. The path names it, so an unknown one is refused as unknown. */
    record RemoveMedia(MediaId media) implements MediaCommand {}

    /** Deletes the bytes of a removed asset. It records no event, and a repeat changes nothing. */
    record DeleteMediaBytes(MediaId media) implements MediaCommand {}
}
