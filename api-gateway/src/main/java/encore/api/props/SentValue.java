package encore.api.props;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.util.RawValue;

/** The value of a name in an answer. Its numbers keep their exponents; those of other answers are in plain digits. */
final class SentValue {

    private SentValue() {}

    static JsonNode of(JsonNode value) {
        return value.isNull() ? value : JsonNodeFactory.instance.rawValueNode(new RawValue(value.toString()));
    }
}
