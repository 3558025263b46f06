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
    public void beat(String node, long beat) {
        Found.ask(() -> nodes.updateOne(eq(ID, node), Updates.set("beat", beat), new UpdateOptions().upsert(true)));
    }

    @Override
    public void leave(String node) {
        Found.ask(() -> nodes.deleteOne(eq(ID, node)));
    }

    @Override
    public List<Node> nodes() {
        return Found.ask(() -> nodes.find()
                .map(one -> new Node(one.getString(ID), one.getLong("beat")))
                .into(new ArrayList<>()));
    }

    @Override
    public List<Claim> claims() {
        return Found.ask(() -> claims.find()
                .map(one -> new Claim(
                        one.getString(ID), one.getString("owner"), one.getLong("epoch"), one.getString("wanted")))
                .into(new ArrayList<>()));
    }

    @Override
    public void declare(String projection) {
        Found.ask(() -> claims.updateOne(
                eq(ID, projection),
                Updates.combine(
                        Updates.setOnInsert("owner", NOBODY),
                        Updates.setOnInsert("epoch", 0L),
                        Updates.setOnInsert("wanted", NOBODY)),
                new UpdateOptions().upsert(true)));
    }

    @Override
    public boolean give(Claim seen, String to) {
        var change = new ArrayList<>(List.of(Updates.set("owner", to), Updates.set("epoch", seen.epoch() + 1)));
        if (!to.equals(NOBODY)) {
            change.add(Updates.set("wanted", NOBODY));
        }
        return Found.ask(() -> claims.updateOne(
                                and(eq(ID, seen.projection()), eq("owner", seen.owner()), eq("epoch", seen.epoch())),
                                Updates.combine(change))
                        .getMatchedCount())
                == 1;
    }

    @Override
    public void want(String projection, String node) {
        Found.ask(() -> claims.updateOne(eq(ID, projection), Updates.set("wanted", node)));
    }

    @Override
    public void await(String projection, long position) {
        Found.ask(() -> waits.updateOne(
                eq(ID, projection), Updates.max("position", position), new UpdateOptions().upsert(true)));
    }

    @Override
    public Map<String, Long> awaited() {
        return Found.ask(() -> {
            var awaited = new HashMap<String, Long>();
            waits.find().forEach(one -> awaited.put(one.getString(ID), one.getLong("position")));
            return awaited;
        });
    }
}
