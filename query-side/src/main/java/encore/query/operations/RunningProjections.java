package encore.query.operations;

import encore.infra.views.Checksum;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.kernel.Page;
import encore.kernel.Refusal;
import encore.kernel.operations.ChosenVersion;
import encore.kernel.operations.ComparedPart;
import encore.kernel.operations.DeadLetter;
import encore.kernel.operations.OperationsQuery.DiscardDeadLetter;
import encore.kernel.operations.OperationsQuery.FindDeadLetters;
import encore.kernel.operations.OperationsQuery.FindDifferences;
import encore.kernel.operations.OperationsQuery.FindProjections;
import encore.kernel.operations.OperationsQuery.RebuildProjection;
import encore.kernel.operations.OperationsQuery.RetryDeadLetter;
import encore.kernel.operations.OperationsQuery.RollBackProjection;
import encore.kernel.operations.OperationsQuery.SwitchProjection;
import encore.kernel.operations.ProjectionVersion;
import encore.kernel.operations.SettledLetter;
import encore.query.runtime.Answerer;
import encore.query.runtime.Projections;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Tells how far the projections are, and takes orders for them. */
@Component
class RunningProjections implements Answerer {

    /** Letters looked at for one page: those of other accounts stand between. */
    private static final int LETTERS = 1_000;

    private final Projections projections;

    RunningProjections(Projections projections) {
        this.projections = projections;
    }

    @QueryHandler
    List<ProjectionVersion> find(FindProjections query) {
        return projections.status().stream()
                .map(RunningProjections::version)
                .sorted(Comparator.comparing(ProjectionVersion::name).thenComparing(ProjectionVersion::version))
                .toList();
    }

    private static ProjectionVersion version(Projections.Status status) {
        Duration remaining = status.remaining();
        return new ProjectionVersion(
                status.name(),
                status.version(),
                status.serves(),
                status.position(),
                status.lag(),
                Math.round(status.eventsPerSecond()),
                remaining == null ? null : Math.max(1, remaining.toSeconds()),
                status.bytes(),
                status.sums().stream().mapToLong(Views.Sum::documents).sum(),
                checksum(status.sums()),
                status.sums().stream()
                        .map(sum ->
                                new ProjectionVersion.CollectionSum(sum.collection(), sum.documents(), sum.checksum()))
                        .toList(),
                status.deadLetters(),
                status.trouble());
    }

    /** One for all collections: the hash of their names and sums. */
    private static String checksum(List<Views.Sum> sums) {
        var text = new StringBuilder();
        sums.forEach(sum -> text.append(sum.collection())
                .append(' ')
                .append(sum.documents())
                .append(' ')
                .append(sum.checksum())
                .append('\n'));
        return HexFormat.of()
                .formatHex(Checksum.hash("collections", text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    @QueryHandler
    ChosenVersion rebuild(RebuildProjection order) {
        return new ChosenVersion(order.name(), projections.rebuild(order.name()));
    }

    @QueryHandler
    ChosenVersion switchOver(SwitchProjection order) {
        Integer wanted = order.version();
        int version = wanted == null ? projections.beside(order.name()) : wanted;
        projections.switchTo(order.name(), version);
        return new ChosenVersion(order.name(), version);
    }

    @QueryHandler
    ChosenVersion rollBack(RollBackProjection order) {
        return new ChosenVersion(order.name(), projections.rollBack(order.name()));
    }

    @QueryHandler
    ComparedPart compare(FindDifferences query) {
        Projections.Part part = projections.compareFrom(query.name(), query.after());
        var shown = new Shown(query.account());
        return new ComparedPart(
                query.name(),
                part.serving(),
                part.beside(),
                part.position(),
                part.equal(),
                part.documents(),
                Math.max(documents(part.servingSums()), documents(part.besideSums())),
                part.differences().stream().map(shown::difference).toList(),
                part.next());
    }

    private static long documents(List<Views.Sum> sums) {
        return sums.stream().mapToLong(Views.Sum::documents).sum();
    }

    @QueryHandler
    Page<DeadLetter> find(FindDeadLetters query) {
        String own = "." + query.account() + ".";
        int limit = query.paging().limit();
        String key = query.paging().after();
        long after = key == null ? 0 : Long.parseLong(key);
        List<DeadLetter> page = new ArrayList<>();
        List<Letter> some;
        do {
            some = projections.deadLetters(query.name(), after, LETTERS);
            for (Letter letter : some) {
                after = letter.position();
                if (isOf(letter.stream(), own)) {
                    page.add(new DeadLetter(
                            query.name(), letter.position(), letter.stream(), letter.kind(), letter.attempts()));
                }
            }
        } while (some.size() == LETTERS && page.size() <= limit);
        boolean more = page.size() > limit;
        List<DeadLetter> rows = more ? page.subList(0, limit) : page;
        return new Page<>(
                rows,
                rows.isEmpty() ? null : Long.toString(rows.getFirst().position()),
                rows.isEmpty() ? null : Long.toString(rows.getLast().position()),
                more,
                after);
    }

    /** A stream is named {@code <kind>.<account>.<rest>}. */
    private static boolean isOf(String stream, String own) {
        int dot = stream.indexOf('.');
        return dot >= 0 && (stream.startsWith(own, dot) || (stream + ".").startsWith(own, dot));
    }

    @QueryHandler
    SettledLetter retry(RetryDeadLetter order) {
        mustBeOwn(order.account(), order.name(), order.position());
        return new SettledLetter(order.name(), order.position(), projections.retry(order.name(), order.position()));
    }

    @QueryHandler
    SettledLetter discard(DiscardDeadLetter order) {
        mustBeOwn(order.account(), order.name(), order.position());
        return new SettledLetter(order.name(), order.position(), projections.discard(order.name(), order.position()));
    }

    /** Another account's is unknown, as everywhere. */
    private void mustBeOwn(long account, String name, long position) {
        String own = "." + account + ".";
        boolean known = projections.deadLetters(name, position - 1, 1).stream()
                .anyMatch(letter -> letter.position() == position && isOf(letter.stream(), own));
        if (!known) {
            throw new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is no dead letter at this position.");
        }
    }
}
