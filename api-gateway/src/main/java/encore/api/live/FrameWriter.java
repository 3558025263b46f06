package encore.api.live;

import encore.api.access.ResumePositions;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.problems.Problems;
import encore.api.wire.Wire;
import encore.infra.backend.SafeStackTrace;
import encore.kernel.Refusal;
import encore.kernel.live.LiveEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes the text of the frames that are sent to clients. */
public final class FrameWriter {

    private static final Logger LOG = LoggerFactory.getLogger(FrameWriter.class);

    private FrameWriter() {}

    /**
     * Writes a value as JSON. An event's details from its feature stand beside the fields that all events have.
     *
     * @param withContacts whether the connection sees contacts
     */
    public static String json(Object data, boolean withContacts) {
        JsonMapper mapper = Wire.answers(withContacts);
        if (data instanceof LiveEvent event) {
            ObjectNode all = mapper.valueToTree(event);
            return all.setAll((ObjectNode) all.remove("details")).toString();
        }
        return mapper.writeValueAsString(data);
    }

    public static String event(String event, String stream, long position, String data) {
        return "{\"event\":" + json(event, true) + ",\"stream\":" + json(stream, true) + ",\"position\":" + position
                + ",\"data\":" + data + "}";
    }

    public static String ack(JsonNode id, Object data, boolean withContacts) {
        return "{\"ack\":" + id + "," + accepted(data, withContacts);
    }

    /** Writes the acknowledgement of a frame where the transport says which frame it is for. */
    public static String success(Object data, boolean withContacts) {
        return "{" + accepted(data, withContacts);
    }

    private static String accepted(Object data, boolean withContacts) {
        return "\"ok\":true,\"data\":" + json(data, withContacts) + "}";
    }

    /** Writes the refusal of a frame. One that asks to come back later says after how many seconds. */
    public static String rejection(JsonNode id, Throwable failure) {
        return "{\"ack\":" + id + "," + refused(failure);
    }

    /** Writes the refusal of a frame where the transport says which frame it is for. */
    public static String failure(Throwable failure) {
        return "{" + refused(failure);
    }

    private static String refused(Throwable failure) {
        Problem problem = problem(failure);
        ObjectNode error = withHead(problem);
        String retryAfter = problem.headers().get(HttpHeaders.RETRY_AFTER);
        if (retryAfter != null) {
            error.put("retry_after", Integer.parseInt(retryAfter));
        }
        return "\"ok\":false,\"error\":" + error + "}";
    }

    /** Returns the problem that is sent for a failure. It shows nothing of the gateway's internals. */
    public static Problem problem(Throwable failure) {
        return switch (failure) {
            case Problem own -> own;
            // A frame has no path that could name something unknown, so all that it names are parameters.
            case Refusal refusal
            when refusal.kind() == Refusal.Kind.UNKNOWN -> Problem.unreadable(refusal.type(), refusal.sentence());
            case Refusal refusal -> Problems.refused(refusal);
            default -> unexpected(failure);
        };
    }

    /** Writes a problem without a frame around it. */
    public static String error(Problem problem) {
        return withHead(problem).toString();
    }

    /** Returns the body of a problem. One of a position beyond the log's end names the last position. */
    private static ObjectNode withHead(Problem problem) {
        ObjectNode body = Wire.ANSWERS.valueToTree(body(problem));
        String head = problem.headers().get(ResumePositions.HEAD);
        if (head != null) {
            body.put("head", Long.parseLong(head));
        }
        return body;
    }

    private static Problems.Body body(Problem problem) {
        return Problems.Body.of(problem, Ids.requestId());
    }

    private static Problem unexpected(Throwable failure) {
        LOG.error("A client's frame or subscription failed unexpectedly: {}", SafeStackTrace.of(failure));
        return new Problem(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "internal",
                "Something went wrong on our side.",
                java.util.List.of(),
                java.util.Map.of());
    }
}
