package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.eq;

import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.verify.Witness;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** Finds data beside a log that names positions of it. */
final class MongoWitnesses {

    private MongoWitnesses() {}

    static List<Witness> inDatabase(Database log, Database keys) {
        List<Witness> found = new ArrayList<>();
        for (Document token : log.collection(MongoTokenStore.COLLECTION).find()) {
            if (!TokenStore.isTime(token.getString("_id"))) {
                found.add(new Witness(
                        "the token of " + token.getString("_id"),
                        CommitDocument.number(token, MongoTokenStore.POSITION)));
            }
        }
        for (Document swept : keys.collection(MongoKeyStore.SWEPT).find()) {
            found.add(new Witness(
                    "the sweep of erasures among the keys", CommitDocument.number(swept, MongoKeyStore.POSITION)));
        }
        for (Document head : log.collection(MongoProcessStores.HEADS).find()) {
            String name = head.getString("_id");
            found.add(new Witness("the automation " + name, foldedPosition(log, name)));
        }
        return found;
    }

    static long foldedPosition(Database log, String automation) {
        Document progress = log.collection(MongoProcessStores.PREFIX + automation)
                .find(eq("_id", AutomationProgress.KEY))
                .first();
        String value = progress == null ? null : progress.getString("value");
        return value == null
                ? 0
                : EventJson.mapper().readValue(value, AutomationProgress.class).position();
    }
}
