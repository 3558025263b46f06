package encore.kernel.props;

import tools.jackson.databind.JsonNode;

/** A value that is stored under a name; JSON null when there is none. */
public record PropValue(JsonNode props) {

    @Override
    public String toString() {
        return "PropValue";
    }
}
