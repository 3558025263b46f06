package encore.api.tickets;

import encore.api.problems.Problem;
import encore.api.wire.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Converts the rows of a list. Errors name the row in which they occur. */
final class RowConverter {

    private RowConverter() {}

    static <T, R> List<R> convertAll(String list, List<T> rows, Function<T, R> conversion) {
        List<R> all = new ArrayList<>(rows.size());
        List<FieldError> errors = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            String row = list + "[" + i + "].";
            try {
                all.add(conversion.apply(rows.get(i)));
            } catch (Problem wrong) {
                wrong.errors()
                        .forEach(error ->
                                errors.add(new FieldError(row + error.field(), error.code(), error.message())));
            }
        }
        if (!errors.isEmpty()) {
            throw Problem.input(errors);
        }
        return all;
    }
}
