package encore.api.wire;

import tools.jackson.databind.JsonNode;

/**
 * A parameter that is JSON, also as text: a text that is no JSON is refused, and {@code null} is a value. Its numbers
 * may be as large as a double. An answer that shows them writes them as the node does, not in plain digits.
 *
 * @param node a JSON null for the text {@code null}
 */
public record StrictJson(JsonNode node) {}
