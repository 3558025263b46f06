package encore.command;

import encore.infra.eventstore.Claims.Claim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Divides the rows of one call into batches. Rows of one batch have no claim in common, so they may be processed at the
 * same time. Of two rows with the same claim, the first is in an earlier batch.
 */
public final class IndependentBatches {

    private final Map<Claim, Integer> nextBatch = new HashMap<>();
    private final List<List<Integer>> batches = new ArrayList<>();

    private IndependentBatches() {}

    /**
     * Processes one batch after the other.
     *
     * @param claims the claims that show whether two rows concern the same thing
     * @param process answers each row of a batch, in the order of the rows
     * @return the answers in the order of all rows
     */
    public static <T, R> List<R> process(
            List<T> rows, Function<T, List<Claim>> claims, Function<List<T>, List<R>> process) {
        IndependentBatches all = new IndependentBatches();
        for (int row = 0; row < rows.size(); row++) {
            all.add(row, claims.apply(rows.get(row)));
        }
        Map<Integer, R> answers = new HashMap<>();
        for (List<Integer> batch : all.batches) {
            List<R> processed = process.apply(batch.stream().map(rows::get).toList());
            for (int i = 0; i < batch.size(); i++) {
                answers.put(batch.get(i), processed.get(i));
            }
        }
        return inOrder(answers);
    }

    private static <R> List<R> inOrder(Map<Integer, R> answers) {
        List<R> ordered = new ArrayList<>(answers.size());
        for (int row = 0; row < answers.size(); row++) {
            ordered.add(Objects.requireNonNull(answers.get(row)));
        }
        return ordered;
    }

    private void add(int row, List<Claim> claims) {
        int batch = claims.stream()
                .mapToInt(claim -> nextBatch.getOrDefault(claim, 0))
                .max()
                .orElse(0);
        claims.forEach(claim -> nextBatch.put(claim, batch + 1));
        while (batches.size() <= batch) {
            batches.add(new ArrayList<>());
        }
        batches.get(batch).add(row);
    }
}
