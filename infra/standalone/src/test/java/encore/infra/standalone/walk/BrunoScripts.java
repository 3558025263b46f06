package encore.infra.standalone.walk;

import encore.infra.standalone.walk.WalkStep.Expectation;
import encore.infra.standalone.walk.WalkStep.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The scripts of a request of the collection, in JavaScript: they keep values of its answer and test it. */
final class BrunoScripts {

    private static final Pattern PART = Pattern.compile("\\[([^=\\]]+)=([^\\]]*)]|([^.\\[]+)");

    private static final String TEXT =
            "const text = value => value === undefined || value === null ? \"\" : typeof value === \"string\" ? value"
                    + " : JSON.stringify(value);\nconst body = res.getBody();\n";

    private BrunoScripts() {}

    /** Returns the script that keeps values, and makes the request again until its answer is as expected. */
    static Optional<String> afterResponse(WalkStep step) {
        if (step.kept().isEmpty() && !step.options().isPatient()) {
            return Optional.empty();
        }
        var script = new StringBuilder(TEXT);
        step.kept()
                .forEach((name, wanted) -> script.append("bru.setVar(\"%s\", %s);\n".formatted(name, value(wanted))));
        if (step.options().isPatient()) {
            List<String> right = new ArrayList<>(List.of(status(step) + ".includes(res.getStatus())"));
            step.expected().forEach(expected -> right.add(found(expected) + " === " + wanted(expected)));
            step.kept().keySet().forEach(name -> right.add("bru.getVar(\"" + name + "\") !== \"\""));
            script.append("""
                    const tries = Number(bru.getVar("tries") || 0);
                    const again = tries < 200 && !(%s);
                    bru.setVar("tries", again ? tries + 1 : 0);
                    if (again) {
                      await bru.sleep(150);
                      bru.setNextRequest("%s");
                    }
                    """.formatted(String.join("\n  && ", right), step.title()));
        }
        return Optional.of(script.toString());
    }

    /** Returns the tests of an answer. One that is asked for again is not tested. */
    static String tests(WalkStep step) {
        List<String> lines = new ArrayList<>();
        lines.add("test(\"is answered with " + step.options().statuses()
                + "\", () => expect(res.getStatus()).to.be.oneOf(" + status(step) + "));");
        for (Expectation expected : step.expected()) {
            lines.add("test(\"says %s\", () => expect(%s).to.equal(%s));"
                    .formatted(expected.place().replace("\"", "'"), found(expected), wanted(expected)));
        }
        for (String name : step.kept().keySet()) {
            lines.add("test(\"has what later steps use: %s\", () => expect(bru.getVar(\"%s\")).to.not.equal(\"\"));"
                    .formatted(name, name));
        }
        String all = String.join("\n", lines);
        String text = step.expected().isEmpty() ? "" : TEXT;
        return step.options().isPatient() ? text + "if (!bru.getVar(\"tries\")) {\n" + all.indent(2) + "}" : text + all;
    }

    private static String status(WalkStep step) {
        return step.options().statuses().stream().map(String::valueOf).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String found(Expectation expected) {
        return "text(" + place(expected.place()) + ")";
    }

    private static String wanted(Expectation expected) {
        return VariableText.script(expected.value());
    }

    private static String value(Wanted wanted) {
        String text = "text(" + place(wanted.place()) + ")";
        return wanted.pattern().isEmpty()
                ? text
                : "(" + text + ".match(/" + wanted.pattern().replace("/", "\\/") + "/) || [\"\", \"\"])[1]";
    }

    private static String place(String place) {
        if (place.equals("text")) {
            return "body";
        }
        if (place.startsWith("header.")) {
            return "res.getHeader(\"" + place.substring("header.".length()) + "\")";
        }
        var script = new StringBuilder("body");
        Matcher parts = PART.matcher(place);
        while (parts.find()) {
            String name = parts.group(1);
            if (name == null) {
                String part = parts.group(3);
                script.append(part.matches("\\d+") ? "?.[" + part + "]" : "?.[" + VariableText.script(part) + "]");
            } else {
                script.append(
                        "?.find?.(row => text(row.%s) === %s)".formatted(name, VariableText.script(parts.group(2))));
            }
        }
        return script.toString();
    }
}
