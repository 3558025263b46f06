package encore.infra.bench.rooms;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import tools.jackson.databind.node.ObjectNode;

/**
 * Clients of a click counter: each sends its total every second, and now and then again, or an earlier one after it. Client n
 * makes n modulo 9, plus 1, clicks a second.
 */
final class ClickLoad {

    private static final int SECOND = 1_000;

    private final ShowClients all;
    private final String instance;
    private final List<ShowClient> clicking;
    private final int seconds;
    private final List<Long> times = new ArrayList<>();
    private final long begun = System.nanoTime();
    private int sent;
    private int refused;
    private int tooFew;
    private int due;

    ClickLoad(ShowClients all, String[] order) {
        this.all = all;
        this.instance = order[1];
        this.clicking = all.some(order, 2);
        this.seconds = Integer.parseInt(order[4]);
    }

    void begin() {
        for (int i = 0; i < clicking.size(); i++) {
            ShowClient client = clicking.get(i);
            long first = (long) i * SECOND / clicking.size();
            for (int second = 1; second <= seconds; second++) {
                int total = second * (1 + client.number % 9);
                all.sockets.later(first + (second - 1L) * SECOND, () -> send(client, total));
                due++;
                if (second > 1 && ThreadLocalRandom.current().nextInt(4) == 0) {
                    boolean isRepeat = ThreadLocalRandom.current().nextBoolean();
                    int other = isRepeat ? total : total - (1 + client.number % 9);
                    all.sockets.later(first + (second - 1L) * SECOND + SECOND / 2, () -> send(client, other));
                    due++;
                }
            }
        }
        all.when(
                () -> times.size() + refused == due,
                () -> ShowClients.percentiles(
                                all.counts()
                                        .put("sent", sent)
                                        .put("refused", refused)
                                        .put("too_few", tooFew),
                                "click",
                                times)
                        .put("seconds", ShowClients.seconds(begun)));
    }

    private void send(ShowClient client, int total) {
        long sentAt = System.nanoTime();
        sent++;
        ObjectNode data = ShowClients.JSON
                .createObjectNode()
                .put("page_tab_id", Long.parseLong(all.page()))
                .put("clicker_instance_uid", instance)
                .put("click_count", total);
        client.emit("clicker", data, answer -> {
            if (!answer.path("ok").asBoolean()) {
                refused++;
                return;
            }
            times.add(System.nanoTime() - sentAt);
            if (answer.at("/data/click_count").asLong() < total) {
                tooFew++;
            }
        });
    }
}
