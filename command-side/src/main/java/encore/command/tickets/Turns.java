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
final class Turns {

    private final Map<String, Integer> next = new HashMap<>();
    private final List<List<Integer>> turns = new ArrayList<>();

    private Turns() {}

    static List<List<Integer>> of(List<TicketSale> sales) {
        Turns all = new Turns();
        for (int row = 0; row < sales.size(); row++) {
            all.add(row, means(sales.get(row)));
        }
        return all.turns;
    }

    private void add(int row, List<String> means) {
        int turn =
                means.stream().mapToInt(one -> next.getOrDefault(one, 0)).max().orElse(0);
        means.forEach(one -> next.put(one, turn + 1));
        while (turns.size() <= turn) {
            turns.add(new ArrayList<>());
        }
        turns.get(turn).add(row);
    }

    private static List<String> means(TicketSale sale) {
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
