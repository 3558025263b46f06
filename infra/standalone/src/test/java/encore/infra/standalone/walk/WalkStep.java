package encore.infra.standalone.walk;

import java.util.List;
import java.util.Map;

/**
 * One step of the walk, as its file says it. Texts hold variables as <code>{{name}}</code>.
 *
 * @param chapter name of the file, such as {@code 02-fans}
 * @param title what the step does, in words; unique within the walk
 * @param method of HTTP, or SOCKET for frames over a WebSocket
 * @param path with <code>{names}</code>, which parameters or variables of the same names fill
 * @param parameters texts by name; a text that is JSON is sent as that
 * @param options how it is called, and which answer counts
 * @param kept what later steps use, by the name of the variable
 * @param expected what the answer must say
 * @param frames what a socket sends, an event and its data each
 */
public record WalkStep(
        String chapter,
        String title,
        String method,
        String path,
        Map<String, String> parameters,
        Options options,
        Map<String, Wanted> kept,
        List<Expectation> expected,
        List<String> frames) {

    /** The keys of a call. */
    public enum CallerKind {
        /** With both halves of the pair. */
        SECRET,
        /** With the public half alone. */
        KEY,
        /** Without a pair. */
        NOBODY
    }

    /** In which spelling the body of a POST is sent. */
    public enum Encoding {
        FORM,
        JSON,
        /** As the round of the walk says. */
        EITHER
    }

    /**
     * How a step is called, and which answer counts.
     *
     * @param image name of a resource that is the body; empty for none
     * @param statuses that are right
     * @param isPatient whether the call is made again until the answer is as expected
     * @param times how often it is called, with the variable {@code number} counting from 1
     * @param needs a text with variables that must be known; empty for none
     */
    public record Options(
            CallerKind caller,
            Encoding encoding,
            String image,
            Map<String, String> headers,
            List<Integer> statuses,
            boolean isPatient,
            int times,
            String needs) {}

    /**
     * A value of an answer.
     *
     * @param place in the answer, as {@link Place} reads it
     * @param pattern whose first group is the value; empty for the whole value
     */
    public record Wanted(String place, String pattern) {}

    /** A value that a place of the answer must have. */
    public record Expectation(String place, String value) {}

    /** Returns whether the step is a call over HTTP. */
    public boolean isHttp() {
        return !method.equals("SOCKET");
    }

    /** Returns the method and the path. */
    public String call() {
        return method + " " + path.replaceFirst("\\?.*", "");
    }
}
