package encore.infra.views.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import encore.infra.views.Ownership;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/** Nodes and claims as MongoDB documents. A claim changes only if its owner and epoch are still as they were read. */
final class MongoOwnership implements Ownership {

    private static final String ID = "_id";

    private final MongoCollection<Document> nodes;
    private final MongoCollection<Document> claims;
    private final MongoCollection<Document> waits;

    MongoOwnership(MongoDatabase database) {
        this.nodes = database.getCollection("views_nodes");
        this.claims = database.getCollection("views_claims");
        this.waits = database.getCollection("views_waits");
    }

    @Override
    public void heartbeat(String node, long beat) {
        MongoDocuments.translateErrors(
                () -> nodes.updateOne(eq(ID, node), Updates.set("beat", beat), new UpdateOptions().upsert(true)));
    }

    @Override
    public void unregister(String node) {
        MongoDocuments.translateErrors(() -> nodes.deleteOne(eq(ID, node)));
    }

    @Override
    public List<Node> nodes() {
        return MongoDocuments.translateErrors(() -> nodes.find()
                .map(one -> new Node(one.getString(ID), one.getLong("beat")))
                .into(new ArrayList<>()));
    }

    @Override
    public List<Claim> claims() {
        return MongoDocuments.translateErrors(() -> claims.find()
                .map(one -> new Claim(
                        one.getString(ID), one.getString("owner"), one.getLong("epoch"), one.getString("wanted")))
                .into(new ArrayList<>()));
    }

    @Override
    public void declare(String projection) {
        MongoDocuments.translateErrors(() -> claims.updateOne(
                eq(ID, projection),
                Updates.combine(
                        Updates.setOnInsert("owner", NOBODY),
                        Updates.setOnInsert("epoch", 0L),
                        Updates.setOnInsert("wanted", NOBODY)),
                new UpdateOptions().upsert(true)));
    }

    @Override
    public boolean transfer(Claim claim, String to) {
        var change = new ArrayList<>(List.of(Updates.set("owner", to), Updates.set("epoch", claim.epoch() + 1)));
        if (!to.equals(NOBODY)) {
            change.add(Updates.set("wanted", NOBODY));
        }
        return MongoDocuments.translateErrors(() -> claims.updateOne(
                                and(eq(ID, claim.projection()), eq("owner", claim.owner()), eq("epoch", claim.epoch())),
                                Updates.combine(change))
                        .getMatchedCount())
                == 1;
    }

    @Override
    public void request(String projection, String node) {
        MongoDocuments.translateErrors(() -> claims.updateOne(eq(ID, projection), Updates.set("wanted", node)));
    }

    @Override
    public void announceWait(String projection, long position) {
        MongoDocuments.translateErrors(() -> waits.updateOne(
                eq(ID, projection), Updates.max("position", position), new UpdateOptions().upsert(true)));
    }

    @Override
    public Map<String, Long> awaitedPositions() {
        return MongoDocuments.translateErrors(() -> {
            var awaited = new HashMap<String, Long>();
            waits.find().forEach(one -> awaited.put(one.getString(ID), one.getLong("position")));
            return awaited;
        });
    }
}
