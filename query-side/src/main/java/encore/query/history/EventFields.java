package encore.query.history;

import encore.infra.eventstore.codec.EventJson;
import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.history.FieldChange.Withheld;
import encore.kernel.lists.ListEvent;
import encore.kernel.lists.ListItem;
import encore.kernel.names.EventNames;
import encore.kernel.privacy.PersonalData;
import encore.kernel.privacy.Secret;
import encore.kernel.records.RecordShape;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** Reads the fields that an event set, without regard to its type: the components of the event and of the records in it. */
final class EventFields {

    /** Leaves the components out that are marked as secrets. */
    private static final JsonMapper WITHOUT_SECRETS = SecretsIntrospector.leftOutBy(EventJson.mapper());

    /** The longest text of a value, in characters. Pages of terms and styles are cut. */
    private static final int MAX_TEXT = 1_000;

    /** Names of events whose components replace earlier values. */
    private static final Pattern REPLACES =
            Pattern.compile(".*_(changed|renamed|named|set|switched|curated|presented)");

    /** Components that say what was added to a set or taken from it. */
    private static final Set<String> DELTAS = Set.of("added", "removed", "keys");

    /** Components that name the thing of a list, where an event of the list is no {@link ListEvent}. */
    private static final List<String> KEYS = List.of("personUid", "pointTierUid", "replayUid", "templateUid");

    /**
     * A field that an event set.
     *
     * @param value null when the field has no value, or it is withheld
     * @param isState whether the value replaces the one that an earlier event set; otherwise it is a fact of this event
     */
    record SetField(
            String name, @Nullable JsonNode value, @Nullable Withheld withheld, boolean isState) {}

    private final Set<String> personal;
    private final boolean withContacts;
    private final Map<String, SetField> found = new LinkedHashMap<>();

    private EventFields(Set<String> personal, boolean withContacts) {
        this.personal = personal;
        this.withContacts = withContacts;
    }

    /**
     * Returns the fields that an event set.
     *
     * @param personal JSON pointers to the encrypted values of the stored event
     * @param withContacts whether personal values are shown
     */
    static List<SetField> of(Event event, Set<String> personal, boolean withContacts) {
        var fields = new EventFields(personal, withContacts);
        if (event instanceof Event.Change<?> change) {
            fields.readChange(change);
        } else if (event instanceof ListEvent<?> ofList) {
            ListItem item = ofList.after();
            if (item instanceof Record whole) {
                String last = RecordShape.of((Record) event).names().getLast();
                fields.readRecord(whole, "/" + last, true, true);
            }
        } else if (event instanceof Record whole) {
            fields.readRecord(
                    whole, "", REPLACES.matcher(EventNames.of(event.getClass())).matches(), false);
        }
        return List.copyOf(fields.found.values());
    }

    /** Returns the key of the thing that an event of a list concerns; null for an event of a thing with its own stream. */
    static @Nullable String key(Event event) {
        if (event instanceof ListEvent<?> ofList) {
            return ofList.key();
        }
        if (event instanceof Record whole) {
            RecordShape<Record> shape = RecordShape.of(whole);
            for (String key : KEYS) {
                if (shape.names().contains(key)) {
                    return String.valueOf(shape.values(whole)[shape.index(key)]);
                }
            }
        }
        return null;
    }

    private void readChange(Event.Change<?> change) {
        readRecord(change.changes(), "/changes", true, false);
        found.values().removeIf(field -> field.value() == null && field.withheld() == null);
        List<String> cleared = change.cleared();
        if (cleared != null) {
            cleared.forEach(name -> add(new SetField(wireName(name), null, null, true)));
        }
    }

    /** @param keepsNulls whether a component without a value is a field without a value; otherwise it is left out */
    private void readRecord(Record whole, String pointer, boolean isState, boolean keepsNulls) {
        @Nullable Object[] values = RecordShape.of(whole).values(whole);
        RecordComponent[] components = whole.getClass().getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            Object value = values[i];
            String name = components[i].getName();
            if (value instanceof StreamId && pointer.isEmpty() && i == 0) {
                continue;
            }
            if (value instanceof Record inside && !(value instanceof StreamId)) {
                JsonNode json = EventJson.mapper().valueToTree(inside);
                if (json.isObject()) {
                    readRecord(inside, pointer + "/" + name, isState || !DELTAS.contains(name), true);
                    continue;
                }
            }
            readValue(components[i], value, pointer + "/" + name, isState && !DELTAS.contains(name), keepsNulls);
        }
    }

    private void readValue(
            RecordComponent component, @Nullable Object value, String pointer, boolean isState, boolean keepsNulls) {
        String name = component.getName();
        boolean hasValue = value != null || wasEncrypted(pointer);
        if (!hasValue && !keepsNulls && pointer.indexOf('/', 1) < 0) {
            return;
        }
        if (hasValue && component.isAnnotationPresent(Secret.class)) {
            add(new SetField(wireName(name), null, Withheld.SECRET, isState));
        } else if (hasValue && component.isAnnotationPresent(PersonalData.class) && !withContacts) {
            add(new SetField(wireName(name), null, Withheld.CONTACT, isState));
        } else if (value == null) {
            Withheld reason = hasValue ? Withheld.ERASED : null;
            add(new SetField(wireName(name), null, reason, isState));
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> readEntry(String.valueOf(key), each, isState));
        } else {
            add(new SetField(wireName(name), shown(value), null, isState));
        }
    }

    /** Reads a value under a key that the customer chose. */
    private void readEntry(String key, @Nullable Object value, boolean isState) {
        add(new SetField(key, value == null ? null : shown(value), null, isState));
    }

    private void add(SetField field) {
        if (found.putIfAbsent(field.name(), field) != null) {
            String other = field.name() + "_" + found.size();
            found.put(other, new SetField(other, field.value(), field.withheld(), field.isState()));
        }
    }

    private boolean wasEncrypted(String pointer) {
        return personal.contains(pointer) || personal.stream().anyMatch(one -> one.startsWith(pointer + "/"));
    }

    /** Returns a value as JSON. */
    private static JsonNode shown(Object value) {
        JsonNode json = WITHOUT_SECRETS.valueToTree(value);
        String text = json.isString() ? json.stringValue() : json.isContainer() ? json.toString() : "";
        return text.length() <= MAX_TEXT ? json : StringNode.valueOf(text.substring(0, MAX_TEXT) + "…");
    }

    /** Returns the name of a component in answers. */
    private static String wireName(String component) {
        return component.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }
}
