package encore.api.wire;

import com.fasterxml.jackson.annotation.JsonProperty;
import encore.api.privacy.Initials;
import encore.kernel.privacy.Contact;
import encore.kernel.time.WireTime;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.std.StdSerializer;

/** Names, values and JSON mappers of everything that enters and leaves the gateway. */
public final class Wire {

    /** Reads bodies: decimals are exact and stay as they are written; a duplicate name in an object and text after the end are errors. */
    public static final JsonMapper INPUT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /**
     * Writes answers: snake_case names, nulls included, times as {@link WireTime} declares, numbers in plain digits.
     */
    public static final JsonMapper ANSWERS = JsonMapper.builder()
            .propertyNamingStrategy(new SnakeCaseNames())
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .addModule(new SimpleModule("wire")
                    .addSerializer(Double.class, new PlainDoubleSerializer())
                    .addSerializer(Double.TYPE, new PlainDoubleSerializer())
                    .addSerializer(Enum.class, new EnumSerializer())
                    .setSerializerModifier(new WireTimeModifier()))
            .build();

    /**
     * Writes answers for callers who see no contacts: null for each component with a {@link Contact}, initials for a name,
     * and nothing in a list.
     */
    public static final JsonMapper ANSWERS_WITHOUT_CONTACTS = ANSWERS.rebuild()
            .addModule(new SimpleModule("contacts").setSerializerModifier(new ContactModifier()))
            .build();

    private Wire() {}

    /** Returns the mapper that writes answers for callers who see contacts, or for others. */
    public static JsonMapper answers(boolean withContacts) {
        return withContacts ? ANSWERS : ANSWERS_WITHOUT_CONTACTS;
    }

    /** Returns a component's name on the wire: {@code connectedFanId} becomes {@code connected_fan_id}. */
    public static String name(String component) {
        StringBuilder name = new StringBuilder(component.length() + 4);
        for (int i = 0; i < component.length(); i++) {
            char c = component.charAt(i);
            if (Character.isUpperCase(c)) {
                name.append('_').append(Character.toLowerCase(c));
            } else {
                name.append(c);
            }
        }
        return name.toString();
    }

    /** Returns a constant's value on the wire: its {@code @JsonProperty}, or its name in lower case. */
    public static String value(Enum<?> constant) {
        try {
            JsonProperty renamed =
                    constant.getDeclaringClass().getField(constant.name()).getAnnotation(JsonProperty.class);
            return renamed == null ? constant.name().toLowerCase(Locale.ROOT) : renamed.value();
        } catch (NoSuchFieldException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static final class SnakeCaseNames extends tools.jackson.databind.PropertyNamingStrategies.NamingBase {
        @Override
        public String translate(String component) {
            return name(component);
        }
    }

    /** Writes doubles in plain digits. Jackson's own serializer writes 1.0E10 and 1.0E-4. */
    private static final class PlainDoubleSerializer extends StdSerializer<Double> {
        PlainDoubleSerializer() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator json, SerializationContext context) {
            if (Double.isFinite(value)) {
                BigDecimal plain = BigDecimal.valueOf(value).stripTrailingZeros();
                json.writeNumber(plain.scale() < 0 ? plain.setScale(0) : plain);
            } else {
                json.writeNull();
            }
        }
    }

    @SuppressWarnings("rawtypes") // StdSerializer needs the raw class of Enum.
    private static final class EnumSerializer extends StdSerializer<Enum> {

        private static final ClassValue<Map<Object, String>> VALUES = new ClassValue<>() {
            @Override
            protected Map<Object, String> computeValue(Class<?> type) {
                Map<Object, String> values = new HashMap<>();
                for (Object constant : type.getEnumConstants()) {
                    values.put(constant, Wire.value((Enum<?>) constant));
                }
                return values;
            }
        };

        EnumSerializer() {
            super(Enum.class);
        }

        @Override
        public void serialize(Enum value, JsonGenerator json, SerializationContext context) {
            json.writeString(VALUES.get(value.getDeclaringClass()).get(value));
        }
    }

    /** Replaces the writer of each time by one writer, or by two for seconds and ISO 8601. */
    private static final class WireTimeModifier extends ValueSerializerModifier {
        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription.Supplier bean, List<BeanPropertyWriter> properties) {
            List<BeanPropertyWriter> changed = new ArrayList<>(properties.size() + 2);
            for (BeanPropertyWriter property : properties) {
                WireTime time = property.getAnnotation(WireTime.class);
                if (time == null) {
                    changed.add(property);
                } else {
                    if (time.value() != WireTime.Form.ISO) {
                        changed.add(new TimeWriter(property, property.getName(), false));
                    }
                    if (time.value() != WireTime.Form.SECONDS) {
                        String name = property.getName() + (time.value() == WireTime.Form.BOTH ? "_iso" : "");
                        changed.add(new TimeWriter(property, name, true));
                    }
                }
            }
            return changed;
        }
    }

    private static final class TimeWriter extends BeanPropertyWriter {

        private final String name;
        private final boolean iso;

        TimeWriter(BeanPropertyWriter base, String name, boolean iso) {
            super(base, PropertyName.construct(name));
            this.name = name;
            this.iso = iso;
        }

        @Override
        public void serializeAsProperty(Object bean, JsonGenerator json, SerializationContext context)
                throws Exception {
            @Nullable Instant at = (Instant) get(bean);
            if (at == null && willSuppressNulls()) {
                return;
            }
            json.writeName(name);
            if (at == null) {
                json.writeNull();
            } else if (iso) {
                json.writeString(Instant.ofEpochSecond(at.getEpochSecond()).toString());
            } else {
                json.writeNumber(at.getEpochSecond());
            }
        }
    }

    /** Replaces the writer of each contact by one that does not tell it. */
    private static final class ContactModifier extends ValueSerializerModifier {
        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription.Supplier bean, List<BeanPropertyWriter> properties) {
            List<BeanPropertyWriter> changed = new ArrayList<>(properties);
            changed.replaceAll(ContactModifier::withoutContact);
            return changed;
        }

        private static BeanPropertyWriter withoutContact(BeanPropertyWriter property) {
            Contact contact = property.getAnnotation(Contact.class);
            return contact == null ? property : new ContactWriter(property, contact.initials());
        }
    }

    private static final class ContactWriter extends BeanPropertyWriter {

        private final boolean initials;

        ContactWriter(BeanPropertyWriter base, boolean initials) {
            super(base);
            this.initials = initials;
        }

        @Override
        public void serializeAsProperty(Object bean, JsonGenerator json, SerializationContext context)
                throws Exception {
            if (willSuppressNulls()) {
                return;
            }
            json.writeName(getName());
            if (getType().isCollectionLikeType() || getType().isArrayType()) {
                json.writeStartArray();
                json.writeEndArray();
            } else if (initials && get(bean) instanceof String name) {
                json.writeString(Initials.of(name));
            } else {
                json.writeNull();
            }
        }
    }
}
