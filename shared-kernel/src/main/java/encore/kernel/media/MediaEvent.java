package encore.kernel.media;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a media asset. Its bytes are stored beside the log. */
public sealed interface MediaEvent extends Event.ManagementAction {

    MediaId media();

    @Override
    default String target() {
        return media().toString();
    }

    /**
     * An image was added. Its bytes were durable before.
     *
     * @param fan the fan under whose key the bytes are encrypted; null for none
     * @param parts the number of parts in which the bytes are stored
     * @param hash the SHA-256 of all stored parts, one after the other
     */
    @Revision("1")
    record MediaAdded(
            @PublishedValue MediaId media,
            @PublishedValue @Nullable FanId fan,
            @PublishedValue ImageFacts image,
            int parts,

            @Secret @NotPersonal("the hash of the bytes as they are stored; those of a fan are encrypted")
            String hash)
            implements MediaEvent {

        public MediaAsset asset() {
            return new MediaAsset(media, fan, image, parts, hash);
        }
    }

    /**
     * An image was removed. Its bytes are deleted afterwards.
     *
     * @param fan the fan whose it was; null for none
     */
    @Revision("1")
    record MediaRemoved(
            @PublishedValue MediaId media,
            @PublishedValue @Nullable FanId fan) implements MediaEvent, Event.FinalEvent {}
}
