package encore.query.fields;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Refusal;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fields.CustomField;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldEvent.FieldAdded;
import encore.kernel.fields.FieldEvent.FieldChanged;
import encore.kernel.fields.FieldQuery.FindField;
import encore.kernel.fields.FieldQuery.FindFields;
import encore.query.projection.FanKeys;
import encore.query.projection.Impersonal;
import encore.query.projection.Keyset;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the custom fields of each account, and the number of fans that have a value of each. */
@Component
class FieldsProjection implements Projection {

    private static final Collection<OfAccount> FIELDS =
            Collection.of("fields", OfAccount.class, Index.on("account", "position"));
    private static final Keyset<OfAccount> OLDEST_FIRST = Keyset.byNumber(FIELDS, "position", OfAccount::position);
    private static final Collection<Usage> USAGE = Collection.of("usage", Usage.class);

    /** The keys of the fields that a fan has values of. */
    private static final FanKeys BY_FAN = FanKeys.of("by_fan");

    /** @param position the position at which it was added */
    record OfAccount(long account, long position, Instant added, FieldDefinition field) {}

    /** The number of fans that have a value of a field. */
    record Usage(long fans) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("fields", List.of(FIELDS, USAGE, BY_FAN.collection()));
    }

    @EventHandler
    void on(FieldAdded event, Recorded recorded, Documents.Batch documents) {
        long account = event.fields().account();
        documents.put(
                FIELDS,
                key(account, event.field().crmFieldKey()),
                new OfAccount(account, recorded.position(), recorded.at(), event.field()));
    }

    @EventHandler
    void on(FieldChanged event, Documents.Batch documents) {
        String key = key(event.fields().account(), event.field().crmFieldKey());
        OfAccount before = documents.get(FIELDS, key);
        if (before != null) {
            documents.put(
                    FIELDS, key, new OfAccount(before.account(), before.position(), before.added(), event.field()));
        }
    }

    @Impersonal
    @EventHandler
    void on(FanFieldsChanged event, Documents.Batch documents) {
        FanId fan = event.fan();
        for (String key : event.keys()) {
            if (BY_FAN.add(fan, key, documents)) {
                count(fan.account(), key, 1, documents);
            }
        }
        for (String key : event.cleared()) {
            if (BY_FAN.of(fan, documents).contains(key)) {
                BY_FAN.remove(fan, key, documents);
                count(fan.account(), key, -1, documents);
            }
        }
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        BY_FAN.erase(event.fan(), documents).forEach(key -> count(event.fan().account(), key, -1, documents));
    }

    private static void count(long account, String field, int by, Documents.Batch documents) {
        String key = key(account, field);
        documents.put(USAGE, key, new Usage(usage(key, documents) + by));
    }

    private static long usage(String key, Documents documents) {
        Usage known = documents.get(USAGE, key);
        return known == null ? 0 : known.fans();
    }

    private static String key(long account, String field) {
        return account + "." + field;
    }

    @QueryHandler
    List<CustomField> find(FindFields query, Documents documents) {
        return OLDEST_FIRST
                .all(documents, Where.equal("account", query.account()))
                .map(field -> shown(field, documents))
                .toList();
    }

    @QueryHandler
    CustomField find(FindField query, Documents documents) {
        OfAccount found = documents.get(FIELDS, key(query.account(), query.crmFieldKey()));
        if (found == null) {
            throw Refusal.unknown("The account has no field with this key.");
        }
        return shown(found, documents);
    }

    private static CustomField shown(OfAccount one, Documents documents) {
        FieldDefinition field = one.field();
        return new CustomField(
                field.crmFieldKey(),
                one.account(),
                field.fieldType(),
                one.added(),
                Objects.requireNonNullElse(field.fieldOptions(), List.of()),
                Boolean.TRUE.equals(field.isActive()),
                Boolean.TRUE.equals(field.isGlobal()),
                field.linkUrl(),
                usage(key(one.account(), field.crmFieldKey()), documents));
    }
}
