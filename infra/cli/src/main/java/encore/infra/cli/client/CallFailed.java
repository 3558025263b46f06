package encore.infra.cli.client;

import encore.infra.cli.terminal.CommandFailed;
import tools.jackson.databind.JsonNode;

/** A refusal that a repeated call would not change. */
public final class CallFailed extends CommandFailed {

    private static final long serialVersionUID = 1;

    private final int status;
    private final transient JsonNode body;

    CallFailed(String sentence, int status, JsonNode body) {
        super(sentence);
        this.status = status;
        this.body = body;
    }

    public int status() {
        return status;
    }

    /** Returns the problem that the server answered. */
    public JsonNode body() {
        return body;
    }

    /** Returns whether the problem has this type. */
    public boolean isOf(String type) {
        return isOf(body, type);
    }

    static boolean isOf(JsonNode problem, String type) {
        String uri = problem.path("type").asString("");
        return uri.equals(type) || uri.endsWith("/" + type);
    }

    /** Returns whether the refusal is about an unknown id in this parameter. */
    boolean isUnknownId(String parameter) {
        return isOf("unknown-id") && body.at("/errors/0/field").asString("").equals(parameter);
    }
}
