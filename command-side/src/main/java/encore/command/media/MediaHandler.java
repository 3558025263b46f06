package encore.command.media;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.UNAVAILABLE;

import encore.infra.backend.CommandSide;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.media.MediaBytes;
import encore.infra.eventstore.media.MediaStore;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.media.MediaCommand.AddMedia;
import encore.kernel.media.MediaCommand.DeleteMediaBytes;
import encore.kernel.media.MediaCommand.RemoveMedia;
import encore.kernel.media.MediaCommand.StoreMediaPart;
import encore.kernel.media.MediaEvent.MediaAdded;
import encore.kernel.media.MediaEvent.MediaRemoved;
import encore.kernel.media.MediaId;
import encore.kernel.media.MediaPart;
import encore.kernel.media.MediaUid;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Adds and removes media. The bytes are stored before the event that names them, and deleted after the event that removes
 * them (ADR 103).
 */
@Component
class MediaHandler {

    private static final Logger LOG = LoggerFactory.getLogger(MediaHandler.class);

    private final MediaStore store;
    private final MediaBytes bytes;

    MediaHandler(MediaStore store, KeyStore keys) {
        this.store = store;
        this.bytes = new MediaBytes(store, keys);
    }

    @CommandHandler
    MediaUid decide(StoreMediaPart command, Streams streams) {
        theUidIsFree(command.media(), streams);
        theFanIsKnown(command.fan(), streams);
        int part = Objects.checkIndex(command.part(), MediaPart.MAX_PARTS);
        byte[] content = command.bytes().bytes();
        Objects.checkFromToIndex(0, content.length, MediaPart.MAX_BYTES);
        try {
            if (!bytes.store(command.media(), command.fan(), part, content)) {
                throw unknownFanRefusal();
            }
        } catch (UncheckedIOException e) {
            LOG.error("The bytes of an upload could not be stored: {}", e.getMessage());
            throw new Refusal(UNAVAILABLE, CommandSide.NOT_STORED, "Nothing can be stored now: try again.");
        }
        return new MediaUid(command.media().uid());
    }

    @CommandHandler
    MediaUid decide(AddMedia command, Streams streams, Facts facts) {
        theUidIsFree(command.media(), streams);
        theFanIsKnown(command.fan(), streams);
        String hash = bytes.hash(command.media(), Objects.checkIndex(command.parts(), MediaPart.MAX_PARTS + 1));
        if (hash == null) {
            throw new Refusal(CONFLICT, "media-incomplete", "Bytes of the image are missing: upload it again.");
        }
        facts.record(
                command.media(),
                new MediaAdded(command.media(), command.fan(), command.image(), command.parts(), hash));
        return new MediaUid(command.media().uid());
    }

    @CommandHandler
    MediaUid decide(RemoveMedia command, Streams streams, Facts facts) {
        streams.mustBeKnown(command.media());
        MediaAdded added = Objects.requireNonNull(streams.firstEvent(command.media(), MediaAdded.class));
        facts.end(command.media(), new MediaRemoved(command.media(), added.fan()));
        return new MediaUid(command.media().uid());
    }

    @CommandHandler
    MediaUid decide(DeleteMediaBytes command, Streams streams) {
        if (!streams.isOpen(command.media())) {
            store.delete(command.media());
        }
        return new MediaUid(command.media().uid());
    }

    private static void theUidIsFree(MediaId media, Streams streams) {
        if (streams.firstPosition(media) > 0) {
            throw new Refusal(CONFLICT, "uid-taken", "Another image has this uid; try again.");
        }
    }

    private static void theFanIsKnown(@Nullable FanId fan, Streams streams) {
        if (fan != null) {
            streams.mustBeOpen(fan, "fan_id");
        }
    }

    private static Refusal unknownFanRefusal() {
        return new Refusal(Refusal.Kind.RULE, "unknown-id", "fan_id", "There is no such fan_id.");
    }
}
