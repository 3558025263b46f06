package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ReplaceOptions;
import encore.infra.eventstore.deliveries.DeliveryPermission;
import encore.infra.eventstore.mongo.commits.Database;
import org.bson.Document;

/** The permission as a document of a collection of its own, which is not among those that backups contain. */
public final class MongoDeliveryPermission implements DeliveryPermission {

    private static final String COLLECTION = "deliveries";
    private static final String ID = "released";

    private final MongoCollection<Document> deliveries;

    public MongoDeliveryPermission(MongoEventLog log) {
        deliveries = log.database().collection(COLLECTION);
    }

    @Override
    public boolean isGiven() {
        return Database.withRetry(() -> deliveries.find(eq("_id", ID)).first() != null);
    }

    @Override
    public void give() {
        Database.withRetry(
                () -> deliveries.replaceOne(eq("_id", ID), new Document("_id", ID), new ReplaceOptions().upsert(true)));
    }
}
