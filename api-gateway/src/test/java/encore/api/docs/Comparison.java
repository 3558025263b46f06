package encore.api.docs;

import encore.api.docs.Described.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Compares what is said of one endpoint with all of its rows in the contract, both ways. */
final class Comparison {

    /** Parameters that we add to reads of the contract: what was true then. */
    private static final Set<String> OURS = Set.of("as_of");

    private final Contract.Endpoint endpoint;
    private final Operation operation;
    private final List<String> differences = new ArrayList<>();

    private Comparison(Contract.Endpoint endpoint, Operation operation) {
        this.endpoint = endpoint;
        this.operation = operation;
    }

    /** Tells what differs, one sentence each. */
    static List<String> differences(Contract.Endpoint endpoint, Operation operation) {
        var comparison = new Comparison(endpoint, operation);
        endpoint.rows().forEach(comparison::isThere);
        operation.fields().forEach(comparison::isInTheContract);
        operation.refused().forEach(comparison::refusesWhatTheContractHas);
        String paging = Field.paging(operation.fields());
        if (!paging.equals(endpoint.paging())) {
            comparison.differs("paging", "is '" + paging + "', not '" + endpoint.paging() + "'");
        }
        return comparison.differences;
    }

    private void isThere(Field row) {
        operation.fields().stream()
                .filter(row::covers)
                .findFirst()
                .ifPresentOrElse(field -> compare(row, field), () -> {
                    if (!row.isRest() && !isRefused(row)) {
                        differs(row, "is missing");
                    }
                });
    }

    private void compare(Field row, Field field) {
        if (!row.isOpen() && !row.type().equals(field.type())) {
            differs(row, "is " + field.type() + ", not " + row.type());
        }
        if (row.least() != null && !Objects.equals(row.least(), field.least())) {
            differs(row, "is at least " + field.least() + ", not " + row.least());
        }
        if (row.most() != null && !Objects.equals(row.most(), field.most())) {
            differs(row, "is at most " + field.most() + ", not " + row.most());
        }
        // Only a parameter must not be narrower than the contract, where that names no values.
        boolean anyValue = row.values().isEmpty() && (row.isOut() || row.isOpen());
        if (!anyValue && !row.values().equals(field.values())) {
            differs(row, "has the values " + field.values() + ", not " + row.values());
        }
        if (!row.isOut() && !row.isRest() && row.required() != field.required()) {
            differs(row, row.required() ? "is optional, not required" : "is required, not optional");
        }
    }

    private void isInTheContract(Field field) {
        if (endpoint.rows().stream().noneMatch(row -> row.covers(field))
                && !(endpoint.method().equals("GET") && OURS.contains(field.name()))) {
            differs(field, "is not in the contract");
        }
    }

    private void refusesWhatTheContractHas(String name) {
        if (endpoint.rows().stream().noneMatch(row -> row.place().equals("in") && isFor(name, row))) {
            differs(name, "is refused, and not in the contract");
        }
    }

    private boolean isRefused(Field row) {
        return row.place().equals("in") && operation.refused().stream().anyMatch(name -> isFor(name, row));
    }

    private static boolean isFor(String refused, Field row) {
        return row.name().equals(refused) || refused.endsWith("_") && row.name().startsWith(refused);
    }

    private void differs(Field field, String how) {
        differs(field.place() + " " + field.name(), how);
    }

    private void differs(String what, String how) {
        differences.add(endpoint.key() + " " + what + " " + how);
    }
}
