package encore.infra.cli;

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
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Imports the purchase log of a shop as fans, purchases and points. */
@Command(
        name = "import-purchases",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Records the purchases of a log on the network 'cdnow', registers the customers as fans"
                    + " (<customer>@cdnow.example) and awards the CDs of each purchase as points of the type 'cdnow'.",
            "Each line has customer, date (yyyymmdd), CDs and dollars. The keys of purchases and awards are made of"
                    + " customer, date and line number, so importing again, or continuing after a stop, changes nothing"
                    + " that was imported before, and does not bring back erased fans."
        })
final class ImportPurchases extends Subcommand implements Callable<Integer> {

    private static final String POINTS = "cdnow";

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

    @Override
    public Integer call() throws InterruptedException {
        if (parallel < 1 || parallel > 512) {
            throw wrong("--parallel is 1 to 512.");
        }
        List<Purchase> purchases = Purchase.readAll(file).stream()
                .filter(purchase -> purchase.line() >= from)
                .toList();
        try (ApiClient api = new ApiClient(Target.of(environment()));
                Progress progress = progress(purchases.size())) {
            Map<String, List<Purchase>> byCustomer = purchases.stream()
                    .collect(Collectors.groupingBy(Purchase::customer, LinkedHashMap::new, Collectors.toList()));
            importAll(api, byCustomer, progress);
            report(byCustomer, purchases, progress.seconds());
        }
        return 0;
    }

    private void importAll(ApiClient api, Map<String, List<Purchase>> byCustomer, Progress progress)
            throws InterruptedException {
        String pointUid = text(api.post("/crm/points", Map.of("point_name", POINTS))
                .path("point_uid")
                .asString(""));
        try (var threads =
                Executors.newFixedThreadPool(parallel, Thread.ofVirtual().factory())) {
            var customers = new ExecutorCompletionService<Void>(threads);
            List<Future<Void>> all = new ArrayList<>();
            byCustomer.forEach((customer, purchases) -> all.add(customers.submit(() -> {
                importOne(api, pointUid, purchases, progress);
                return null;
            })));
            try {
                for (int i = 0; i < all.size(); i++) {
                    customers.take().get();
                }
            } catch (ExecutionException failed) {
                throw stopped(failed, progress);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    private static void importOne(ApiClient api, String pointUid, List<Purchase> purchases, Progress progress)
            throws InterruptedException {
        for (Purchase purchase : purchases) {
            String fanId = text(
                    api.post("/crm/purchases", purchase.form()).path("fan_id").asString(""));
            // A purchase without CDs is no award, and an erased fan gets none.
            if (purchase.discs() != 0) {
                api.postUnlessUnknown(
                        "fan_id",
                        "/ent/fan_points",
                        Map.of(
                                "fan_id",
                                fanId,
                                "point_uid",
                                pointUid,
                                "point_count",
                                Long.toString(purchase.discs()),
                                "award_key",
                                purchase.key()));
            }
            progress.step();
        }
    }

    private static String text(String answer) {
        if (answer.isEmpty()) {
            throw new CommandFailed("The server's answer is not one of Encore: check ENCORE_URL.");
        }
        return answer;
    }

    private static CommandFailed stopped(ExecutionException stop, Progress progress) {
        if (!(stop.getCause() instanceof CommandFailed failed)) {
            throw new IllegalStateException(stop);
        }
        return new CommandFailed(failed.getMessage()
                + System.lineSeparator()
                + String.format("%,d lines are imported; run the same command again to continue.", progress.done()));
    }

    private void report(Map<String, List<Purchase>> byCustomer, List<Purchase> purchases, double seconds) {
        out().printf(
                        "%,d purchases of %,d customers, gross %,.2f, %,d points of the type %s, in %.1f s (%,.0f"
                                + " purchases/s).%n",
                        purchases.size(),
                        byCustomer.size(),
                        purchases.stream().map(Purchase::dollars).reduce(BigDecimal.ZERO, BigDecimal::add),
                        purchases.stream().mapToLong(Purchase::discs).sum(),
                        POINTS,
                        seconds,
                        purchases.size() / seconds);
    }
}
