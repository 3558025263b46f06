package encore.api.wire;

import tools.jackson.databind.JsonNode;

/**
 * A parameter that is JSON, also as text: a text that is no JSON is refused, and {@code null} is a value.
 *
 * @param node a JSON null for the text {@code null}
 */
public record StrictJson(JsonNode node) {}
