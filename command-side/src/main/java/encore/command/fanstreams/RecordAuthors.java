package encore.command.fanstreams;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Streams;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.fanstreams.records.RecordContent;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordAdded;
import encore.kernel.fanstreams.records.StreamRecordEvent.StreamRecordRepeated;
import encore.kernel.identifiers.IdentifierName;
import encore.kernel.identifiers.IdentifiersId;
import org.jspecify.annotations.Nullable;

/** Looks up the authors of imported records: a fan whose identifier the author's key on the network is. */
final class RecordAuthors {

    private RecordAuthors() {}

    /** Returns the fan that a record's content names as its author; null for nobody who is an open fan. */
    static @Nullable FanId fanOf(long account, String network, RecordContent content, Claims claims, Streams streams) {
        String userKey = content.author().authorUserKey();
        String owner = userKey == null
                ? null
                : claims.ownerOf(new Claim(IdentifierName.SPACE, account, IdentifierName.claimed(network, userKey)));
        FanId fan = owner == null
                ? null
                : StreamId.parse(IdentifiersId.class, owner).fan();
        return fan != null && streams.isOpen(fan) ? fan : null;
    }

    /** Returns the content in the event at a position, which added or repeated a record; nothing of any other event. */
    static RecordContent contentAt(long position, Facts facts) {
        StreamRecordAdded added = facts.eventAt(position, StreamRecordAdded.class);
        StreamRecordRepeated repeated = added == null ? facts.eventAt(position, StreamRecordRepeated.class) : null;
        if (added != null) {
            return added.content();
        }
        return repeated == null ? RecordContent.NONE : repeated.content();
    }
}
