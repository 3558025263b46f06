package encore.infra.cli;

import encore.infra.cli.client.ApiClient;
import encore.infra.cli.client.ApiTarget;
import encore.infra.cli.purchases.PurchaseLine;
import encore.infra.cli.terminal.CommandFailed;
import encore.infra.cli.terminal.ProgressBar;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Imports the purchase log of a shop as fans, purchases and points. */
@Command(
        name = "import-purchases",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Records the purchases of a log on a network, registers the customers as fans (<customer>@<email domain>)"
                    + " and awards the CDs of each purchase as points. Without options network and type of points are"
                    + " 'cdnow', and the addresses end in @cdnow.example.",
            "Each line has customer, date (yyyymmdd), CDs and dollars. The keys of purchases and awards are made of"
                    + " customer, date and line number, so importing again, or continuing after a stop, changes nothing"
                    + " that was imported before, and does not bring back erased fans."
        })
final class ImportPurchases extends Subcommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The purchase log, plain or gzipped.")
    private Path file = Path.of("");

    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "64",
            description = "Customers that are imported at a time (${DEFAULT-VALUE}).")
    private int parallel;

    @Option(names = "--from", paramLabel = "LINE", defaultValue = "1", description = "Skips the lines before this one.")
    private int from;

    @Option(
            names = "--network",
            paramLabel = "NAME",
            defaultValue = "cdnow",
            description = "The network of the purchases (${DEFAULT-VALUE}).")
    private String network = "";

    @Option(
            names = "--point-name",
            paramLabel = "NAME",
            description = "The type of points that are awarded; made when it is missing (the network's name).")
    private @Nullable String pointName;

    @Option(
            names = "--email-domain",
            paramLabel = "DOMAIN",
            description = "The part behind the @ of the customers' addresses (<network>.example).")
    private @Nullable String emailDomain;

    @Override
    public Integer call() throws InterruptedException {
        if (parallel < 1 || parallel > 512) {
            throw usageError("--parallel is 1 to 512.");
        }
        List<PurchaseLine> purchaseLines = PurchaseLine.readAll(file).stream()
                .filter(purchaseLine -> purchaseLine.line() >= from)
                .toList();
        try (ApiClient api = new ApiClient(ApiTarget.of(environment()));
                ProgressBar progressBar = progress(purchaseLines.size())) {
            Map<String, List<PurchaseLine>> byCustomer = purchaseLines.stream()
                    .collect(Collectors.groupingBy(PurchaseLine::customer, LinkedHashMap::new, Collectors.toList()));
            importAll(api, byCustomer, progressBar);
            report(byCustomer, purchaseLines, progressBar.seconds());
        }
        return 0;
    }

    private void importAll(ApiClient api, Map<String, List<PurchaseLine>> byCustomer, ProgressBar progressBar)
            throws InterruptedException {
        String pointUid = requireText(api.post("/crm/points", Map.of("point_name", pointName()))
                .path("point_uid")
                .asString(""));
        try (var threads =
                Executors.newFixedThreadPool(parallel, Thread.ofVirtual().factory())) {
            var customers = new ExecutorCompletionService<Void>(threads);
            List<Future<Void>> all = new ArrayList<>();
            byCustomer.forEach((customer, purchaseLines) -> all.add(customers.submit(() -> {
                importOne(api, pointUid, purchaseLines, progressBar);
                return null;
            })));
            try {
                for (int i = 0; i < all.size(); i++) {
                    customers.take().get();
                }
            } catch (ExecutionException failed) {
                throw withProgress(failed, progressBar);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    private String pointName() {
        return pointName == null ? network : pointName;
    }

    private String emailDomain() {
        return emailDomain == null ? network + ".example" : emailDomain;
    }

    private void importOne(ApiClient api, String pointUid, List<PurchaseLine> purchaseLines, ProgressBar progressBar)
            throws InterruptedException {
        for (PurchaseLine purchaseLine : purchaseLines) {
            String fanId = requireText(api.post("/crm/purchases", purchaseLine.form(network, emailDomain()))
                    .path("fan_id")
                    .asString(""));
            // A purchase without CDs is no award, and an erased fan gets none.
            if (purchaseLine.discs() != 0) {
                api.postUnlessUnknown(
                        "fan_id",
                        "/ent/fan_points",
                        Map.of(
                                "fan_id",
                                fanId,
                                "point_uid",
                                pointUid,
                                "point_count",
                                Long.toString(purchaseLine.discs()),
                                "award_key",
                                purchaseLine.key()));
            }
            progressBar.step();
        }
    }

    private static String requireText(String answer) {
        if (answer.isEmpty()) {
            throw new CommandFailed("The server's answer is not one of Encore: check ENCORE_URL.");
        }
        return answer;
    }

    private static CommandFailed withProgress(ExecutionException stop, ProgressBar progressBar) {
        if (!(stop.getCause() instanceof CommandFailed failed)) {
            throw new IllegalStateException(stop);
        }
        return new CommandFailed(failed.getMessage()
                + System.lineSeparator()
                + String.format("%,d lines are imported; run the same command again to continue.", progressBar.done()));
    }

    private void report(Map<String, List<PurchaseLine>> byCustomer, List<PurchaseLine> purchaseLines, double seconds) {
        out().printf(
                        "%,d purchases of %,d customers, gross %,.2f, %,d points of the type %s, in %.1f s (%,.0f"
                                + " purchases/s).%n",
                        purchaseLines.size(),
                        byCustomer.size(),
                        purchaseLines.stream().map(PurchaseLine::dollars).reduce(BigDecimal.ZERO, BigDecimal::add),
                        purchaseLines.stream().mapToLong(PurchaseLine::discs).sum(),
                        pointName(),
                        seconds,
                        purchaseLines.size() / seconds);
    }
}
