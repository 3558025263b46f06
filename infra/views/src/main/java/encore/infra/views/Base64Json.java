package encore.infra.views;

import java.util.Base64;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes and reads byte arrays as Base64 in Jackson's default format. The JDK's encoder handles a whole array at a
 * time; Jackson's own takes three bytes a step.
 */
final class Base64Json {

    private Base64Json() {}

    static final class Serializer extends StdSerializer<byte[]> {

        Serializer() {
            super(byte[].class);
        }

        @Override
        public void serialize(byte[] bytes, JsonGenerator to, SerializationContext context) {
            byte[] text = Base64.getEncoder().encode(bytes);
            to.writeRawUTF8String(text, 0, text.length);
        }
    }

    static final class Deserializer extends StdDeserializer<byte[]> {

        private static final long serialVersionUID = 1L;

        Deserializer() {
            super(byte[].class);
        }

        @Override
        public byte[] deserialize(JsonParser from, DeserializationContext context) {
            return Base64.getDecoder().decode(from.getString());
        }
    }
}
