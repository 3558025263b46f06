package encore.infra.bench.rooms;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Clients read a path by HTTP. */
final class ReadLoad {

    private final ShowClients all;
    private final String path;
    private final List<ShowClient> reading;
    private final long millis;
    private final int times;
    private final List<Long> took = new ArrayList<>();
    private final Map<String, Integer> statuses = new TreeMap<>();
    private final Map<String, Integer> bodies = new TreeMap<>();
    private final long begun = System.nanoTime();

    ReadLoad(ShowClients all, String[] order) {
        this.all = all;
        this.path = order[1];
        this.reading = all.some(order, 2);
        this.millis = Long.parseLong(order[4]);
        this.times = Integer.parseInt(order[5]);
    }

    void begin() {
        for (int i = 0; i < reading.size(); i++) {
            ShowClient client = reading.get(i);
            for (int time = 0; time < times; time++) {
                all.sockets.later(time * millis + i * millis / reading.size(), () -> read(client));
            }
        }
        all.when(() -> took.size() == reading.size() * times, () -> {
            var answer = ShowClients.percentiles(all.counts(), "read", took).put("seconds", ShowClients.seconds(begun));
            answer.set("statuses", ShowClients.JSON.valueToTree(statuses));
            answer.put("different_bodies", bodies.size());
            return answer;
        });
    }

    private void read(ShowClient client) {
        long sentAt = System.nanoTime();
        all.http(client.number).get(path, all.head(client), (status, body) -> {
            took.add(System.nanoTime() - sentAt);
            statuses.merge(Integer.toString(status), 1, Integer::sum);
            bodies.merge(Integer.toHexString(body.hashCode()), 1, Integer::sum);
            if (status != 200) {
                all.refused("GET", status, body);
            }
        });
    }
}
