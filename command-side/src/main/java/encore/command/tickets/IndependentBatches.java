package encore.command.tickets;

import encore.kernel.tickets.TicketSale;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides rows into batches. Rows of one batch have different tickets and different contacts, so they may be saved at
 * the same time. Of two rows with the same one, the first is in an earlier batch.
 */
final class IndependentBatches {

    private final Map<String, Integer> nextBatch = new HashMap<>();
    private final List<List<Integer>> batches = new ArrayList<>();

    private IndependentBatches() {}

    static List<List<Integer>> of(List<TicketSale> sales) {
        IndependentBatches all = new IndependentBatches();
        for (int row = 0; row < sales.size(); row++) {
            all.add(row, identities(sales.get(row)));
        }
        return all.batches;
    }

    private void add(int row, List<String> identities) {
        int batch = identities.stream()
                .mapToInt(one -> nextBatch.getOrDefault(one, 0))
                .max()
                .orElse(0);
        identities.forEach(one -> nextBatch.put(one, batch + 1));
        while (batches.size() <= batch) {
            batches.add(new ArrayList<>());
        }
        batches.get(batch).add(row);
    }

    private static List<String> identities(TicketSale sale) {
        List<String> means = new ArrayList<>(3);
        means.add("ticket " + sale.details().claimed());
        if (sale.profile().email() != null) {
            means.add("email " + sale.profile().email());
        }
        if (sale.profile().phone() != null) {
            means.add("phone " + sale.profile().phone());
        }
        return means;
    }
}
