package encore.infra.bench.rooms;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.node.ObjectNode;

/** Clients answer a quiz question, each once and within a given time. Client n takes option n modulo their number. */
final class AnswerLoad {

    private static final long AGAIN = 100;

    private final ShowClients all;
    private final String question;
    private final List<ShowClient> answering;
    private final int options;
    private final long millis;
    private final int sockets;
    private final List<Long> bySocket = new ArrayList<>();
    private final List<Long> byHttp = new ArrayList<>();
    private final long begun = System.nanoTime();
    private int refused;

    AnswerLoad(ShowClients all, String[] order) {
        this.all = all;
        this.question = order[1];
        this.answering = all.some(order, 2);
        this.options = Integer.parseInt(order[4]);
        this.millis = Long.parseLong(order[5]);
        this.sockets = Integer.parseInt(order[6]);
    }

    void begin() {
        for (int i = 0; i < answering.size(); i++) {
            ShowClient client = answering.get(i);
            all.sockets.later(i * millis / answering.size(), () -> {
                if (client.number < sockets) {
                    emit(client, System.nanoTime());
                } else {
                    post(client, client.number, System.nanoTime());
                }
            });
        }
        all.when(() -> bySocket.size() + byHttp.size() + refused == answering.size(), () -> {
            ObjectNode answer = all.counts().put("refused", refused).put("seconds", ShowClients.seconds(begun));
            ShowClients.percentiles(answer, "socket", bySocket);
            return ShowClients.percentiles(answer, "http", byHttp);
        });
    }

    private void emit(ShowClient client, long sentAt) {
        ObjectNode data = ShowClients.JSON
                .createObjectNode()
                .put("page_tab_id", Long.parseLong(all.page()))
                .put("quiz_question_uid", question)
                .put("answer_idx", client.number % options);
        client.emit("answer", data, answer -> {
            if (answer.path("ok").asBoolean()) {
                bySocket.add(System.nanoTime() - sentAt);
            } else {
                refused++;
            }
        });
    }

    /** Sends an answer, at the other gateway after a call that failed. */
    private void post(ShowClient client, int gateway, long sentAt) {
        String form = "quiz_question_uid=" + question + "&answer_idx=" + client.number % options;
        all.http(gateway).post("/api/v1/fanxp/" + all.page() + "/answer", all.head(client), form, (status, body) -> {
            if (status == 200) {
                byHttp.add(System.nanoTime() - sentAt);
                return;
            }
            all.refused("answer by HTTP", status, body);
            boolean isOver = System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(60);
            if (!isOver && (status == 0 || status == 409 || status == 429 || status == 503)) {
                all.sockets.later(AGAIN, () -> post(client, gateway + 1, sentAt));
            } else {
                refused++;
            }
        });
    }
}
