package encore.infra.standalone;

import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A gateway and two of each side, each a process of this machine, which speak TLS to each other. A second gateway is
 * started for the first test that wants it.
 */
final class Processes implements RunningEncore.Running {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final AtomicInteger PORTS =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(12_000));

    private final List<Process> all = new ArrayList<>();
    private final Authority authority = Authority.named("of the journeys");
    private final Path data;
    private final int port = freePort();
    private final int managementPort = freePort();
    private final Map<String, Object> properties;
    private final Map<String, String> sides = new HashMap<>();
    private @Nullable String otherUrl;

    private Processes(Path data, Map<String, Object> properties) {
        this.data = data;
        this.properties = Map.copyOf(properties);
    }

    static Processes start(Path data, Map<String, Object> properties) {
        Processes cluster = new Processes(data, properties);
        boolean ready = false;
        try {
            cluster.launch();
            cluster.awaitReady(cluster.managementUrl());
            ready = true;
            return cluster;
        } finally {
            if (!ready) {
                cluster.close();
            }
        }
    }

    private void launch() {
        List<String> commandNodes = new ArrayList<>();
        List<String> queryNodes = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            commandNodes.add(side(CommandNode.class, "command-" + i));
            queryNodes.add(side(QueryNode.class, "query-" + i));
        }
        sides.put("ENCORE_COMMAND_NODES", String.join(",", commandNodes));
        sides.put("ENCORE_QUERY_NODES", String.join(",", queryNodes));
        gateway("gateway-1", port, managementPort, properties);
    }

    private void gateway(String name, int atPort, int atManagementPort, Map<String, Object> itsProperties) {
        Map<String, String> environment = new HashMap<>(sides);
        environment.put("PORT", Integer.toString(atPort));
        environment.put("ENCORE_MANAGEMENT_PORT", Integer.toString(atManagementPort));
        launch(GatewayNode.class, name, environment, itsProperties);
    }

    private String side(Class<?> main, String name) {
        int peerPort = freePort();
        launch(main, name, Map.of("ENCORE_PEER_PORT", Integer.toString(peerPort)), properties);
        return "127.0.0.1:" + peerPort;
    }

    private void launch(
            Class<?> main, String name, Map<String, String> environment, Map<String, Object> itsProperties) {
        List<String> command = NodeJvm.command(main);
        itsProperties.forEach((key, value) -> {
            if (!key.startsWith("ENCORE_")) {
                command.add("--" + key + "=" + value);
            }
        });
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().put("ENCORE_NODE", name);
        X509Bundle certificate = main == GatewayNode.class ? authority.forGateway(name) : authority.forNode(name);
        builder.environment().putAll(authority.write(certificate, data.resolve(name + ".tls")));
        builder.environment().put("ENCORE_CLUSTER_SECRET", "the cluster secret of the journeys");
        builder.environment().put("ENCORE_DATA", data.resolve(name).toString());
        builder.environment()
                .put("ENCORE_MASTER_KEY_FILE", data.resolve("master.key").toString());
        builder.environment().put("ENCORE_MONGO", String.valueOf(properties.get("ENCORE_MONGO")));
        try {
            builder.redirectOutput(
                    Files.createDirectories(data).resolve(name + ".log").toFile());
            all.add(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady(String management) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        HttpRequest ready =
                HttpRequest.newBuilder(URI.create(management + "/health/ready")).build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            while (true) {
                if (all.stream().anyMatch(process -> !process.isAlive()) || System.nanoTime() > end) {
                    throw new IllegalStateException("The cluster did not start; its logs are in " + data);
                }
                try {
                    var answer = http.send(ready, BodyHandlers.ofString());
                    if (answer.statusCode() == 200 && answer.body().split("\"up\":true", -1).length == 5) {
                        return;
                    }
                } catch (IOException notYet) {
                    // The port is not open yet.
                }
                Thread.sleep(100);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Beneath those that the system gives to clients: one of them would take it before the server starts. */
    static int freePort() {
        while (true) {
            int port = 20_000 + PORTS.getAndIncrement() % 12_000;
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // By somebody else: the next one will do.
            }
        }
    }

    @Override
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public synchronized String otherUrl() {
        if (otherUrl == null) {
            int itsPort = freePort();
            int itsManagementPort = freePort();
            Map<String, Object> itsProperties = new HashMap<>(properties);
            itsProperties.put("RSOCKET_PORT", freePort());
            gateway("gateway-2", itsPort, itsManagementPort, itsProperties);
            awaitReady("http://127.0.0.1:" + itsManagementPort);
            otherUrl = "http://127.0.0.1:" + itsPort;
        }
        return otherUrl;
    }

    /** The other gateway is the process that was started last. */
    @Override
    public synchronized void signalOther(String signal) {
        if (otherUrl == null) {
            throw new IllegalStateException("No other gateway was started");
        }
        try {
            String id = Long.toString(all.getLast().pid());
            new ProcessBuilder("kill", "-" + signal, id).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String managementUrl() {
        return "http://127.0.0.1:" + managementPort;
    }

    @Override
    public <T> T bean(Class<T> type) {
        throw new IllegalStateException("Beans are in other processes");
    }

    /** The gateway first, as it would complain of the rest. */
    @Override
    public void close() {
        all.reversed().forEach(Process::destroy);
        for (Process process : all) {
            try {
                if (!process.waitFor(20, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                process.destroyForcibly();
            }
        }
    }
}
