package encore.api.routing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;

/** A tree of path patterns by their segments. A path leads to the few values whose pattern may match it. */
final class PathTree<T> {

    private static final String ANY = "{}";

    private final Node<T> root = new Node<>();

    private static final class Node<T> {
        private final Map<String, Node<T>> literals = new HashMap<>();
        private final List<T> values = new ArrayList<>(1);
        private @Nullable Node<T> variable;

        Node<T> child(String segment) {
            if (!segment.equals(ANY)) {
                return literals.computeIfAbsent(segment, name -> new Node<>());
            }
            if (variable == null) {
                variable = new Node<>();
            }
            return variable;
        }
    }

    /** Adds a value. Refuses a pattern that matches paths of several lengths, which has no single place in the tree. */
    void add(PathPattern pattern, T thing) {
        String text = pattern.getPatternString();
        if (text.contains("**") || text.contains("{*")) {
            throw new IllegalArgumentException("A handler's path must have a fixed number of segments: " + text);
        }
        Node<T> at = root;
        for (String segment : text.split("/")) {
            if (!segment.isEmpty()) {
                at = at.child(segment.matches(".*[{}*?\\\\].*") ? ANY : segment);
            }
        }
        at.values.add(thing);
    }

    /** Returns all values whose pattern may match the path; the caller checks the patterns. */
    List<T> find(PathContainer path) {
        List<PathContainer.Element> elements = path.elements();
        List<T> found = new ArrayList<>(2);
        find(root, elements, 0, found);
        return found;
    }

    private void find(Node<T> node, List<PathContainer.Element> elements, int from, List<T> found) {
        for (int at = from; at < elements.size(); at++) {
            if (elements.get(at) instanceof PathContainer.PathSegment segment) {
                Node<T> literal = node.literals.get(segment.valueToMatch());
                if (literal != null) {
                    find(literal, elements, at + 1, found);
                }
                if (node.variable != null) {
                    find(node.variable, elements, at + 1, found);
                }
                return;
            }
        }
        found.addAll(node.values);
    }
}
