package encore.query.fields;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fields.CustomField;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldEvent;
import encore.kernel.fields.FieldQuery.FindField;
import encore.kernel.fields.FieldQuery.FindFields;
import encore.kernel.fields.FieldsId;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.documents.FanDocumentKeys;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.util.List;
import java.util.Objects;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the custom fields of each account, and the number of fans that have a value of each. */
@Component
class FieldsProjection implements Projection {

    private static final Catalogue<FieldDefinition> FIELDS = Catalogue.ofLists("fields", FieldDefinition.class);
    private static final Collection<Usage> USAGE = Collection.of("usage", Usage.class);

    /** The keys of the fields that a fan has values of. */
    private static final FanDocumentKeys BY_FAN = FanDocumentKeys.of("by_fan");

    /** The number of fans that have a value of a field. */
    record Usage(long fans) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("fields", List.of(FIELDS.collection(), USAGE, BY_FAN.collection()));
    }

    @EventHandler
    void on(FieldEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        FIELDS.fold(event, recordedEvent, documents);
    }

    @WithoutPersonalData
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
        return FIELDS.all(new FieldsId(query.account()), documents)
                .map(field -> shown(field, documents))
                .toList();
    }

    @QueryHandler
    CustomField find(FindField query, Documents documents) {
        return shown(FIELDS.one(new FieldsId(query.account()), query.crmFieldKey(), documents), documents);
    }

    private static CustomField shown(CatalogueEntry<FieldDefinition> one, Documents documents) {
        FieldDefinition field = one.thing();
        return new CustomField(
                field.crmFieldKey(),
                one.account(),
                field.fieldType(),
                one.createdAt(),
                Objects.requireNonNullElse(field.fieldOptions(), List.of()),
                Boolean.TRUE.equals(field.isActive()),
                Boolean.TRUE.equals(field.isGlobal()),
                field.linkUrl(),
                usage(key(one.account(), field.crmFieldKey()), documents));
    }
}
