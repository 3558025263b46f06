package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.eq;

import encore.infra.eventstore.codec.Json;
import encore.infra.eventstore.process.Progress;
import encore.infra.eventstore.verify.Witness;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** Finds data beside a log that names positions of it. */
final class MongoWitnesses {

    private MongoWitnesses() {}

    static List<Witness> of(Database log, Database keys) {
        List<Witness> found = new ArrayList<>();
        for (Document token : log.collection(MongoTokenStore.COLLECTION).find()) {
            found.add(new Witness(
                    "the token of " + token.getString("_id"), CommitDocument.number(token, MongoTokenStore.POSITION)));
        }
        for (Document swept : keys.collection(MongoKeyStore.SWEPT).find()) {
            found.add(new Witness(
                    "the sweep of erasures among the keys", CommitDocument.number(swept, MongoKeyStore.POSITION)));
        }
        for (Document head : log.collection(MongoProcessStores.HEADS).find()) {
            String name = head.getString("_id");
            found.add(new Witness("the automation " + name, folded(log, name)));
        }
        return found;
    }

    static long folded(Database log, String automation) {
        Document progress = log.collection(MongoProcessStores.PREFIX + automation)
                .find(eq("_id", Progress.KEY))
                .first();
        String value = progress == null ? null : progress.getString("value");
        return value == null
                ? 0
                : Json.mapper().readValue(value, Progress.class).position();
    }
}
