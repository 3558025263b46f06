package encore.query.operations;

import encore.infra.views.Checksum;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.operations.ComparisonLine;
import encore.kernel.operations.ComparisonLine.ComparisonEnd;
import encore.kernel.operations.ComparisonLine.ComparisonSummary;
import encore.kernel.operations.ComparisonPage;
import encore.kernel.operations.DeadLetter;
import encore.kernel.operations.DeadLetterOutcome;
import encore.kernel.operations.OperationsQuery.DiscardDeadLetter;
import encore.kernel.operations.OperationsQuery.FindDeadLetters;
import encore.kernel.operations.OperationsQuery.FindDifferences;
import encore.kernel.operations.OperationsQuery.FindProjectionNames;
import encore.kernel.operations.OperationsQuery.FindProjections;
import encore.kernel.operations.OperationsQuery.RebuildProjection;
import encore.kernel.operations.OperationsQuery.RetryDeadLetter;
import encore.kernel.operations.OperationsQuery.RollBackProjection;
import encore.kernel.operations.OperationsQuery.SwitchProjection;
import encore.kernel.operations.ProjectionVersion;
import encore.kernel.operations.ProjectionVersionBuilder;
import encore.kernel.operations.SelectedVersion;
import encore.kernel.paging.Page;
import encore.query.projection.QueryComponent;
import encore.query.versions.Projections;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Answers the projections' progress, and carries out orders for them. */
@Component
class ProjectionOperations implements QueryComponent {

    /** Dead letters read in one step: letters of other accounts may be in between. */
    private static final int LETTERS_PER_READ = 1_000;

    private final Projections projections;

    ProjectionOperations(Projections projections) {
        this.projections = projections;
    }

    @QueryHandler
    List<ProjectionVersion> find(FindProjections query) {
        return projections.status().stream()
                .map(ProjectionOperations::version)
                .sorted(Comparator.comparing(ProjectionVersion::name).thenComparing(ProjectionVersion::version))
                .toList();
    }

    @QueryHandler
    List<String> find(FindProjectionNames query) {
        return projections.names();
    }

    private static ProjectionVersion version(Projections.VersionStatus versionStatus) {
        Duration remaining = versionStatus.remaining();
        return ProjectionVersionBuilder.builder()
                .name(versionStatus.name())
                .version(versionStatus.version())
                .serves(versionStatus.serves())
                .position(versionStatus.position())
                .lag(versionStatus.lag())
                .rate(Math.round(versionStatus.eventsPerSecond()))
                .isWaiting(versionStatus.waits())
                .documents(versionStatus.sums().stream()
                        .mapToLong(Views.Sum::documents)
                        .sum())
                .checksum(checksum(versionStatus.sums()))
                .collections(versionStatus.sums().stream()
                        .map(sum -> new ProjectionVersion.CollectionChecksum(
                                sum.collection(), sum.documents(), sum.checksum()))
                        .toList())
                .deadLetters(versionStatus.deadLetters())
                .remainingSeconds(remaining == null ? null : Math.max(1, remaining.toSeconds()))
                .bytes(versionStatus.bytes())
                .trouble(versionStatus.trouble())
                .build();
    }

    /** Returns one checksum for all collections: the hash of their names and sums. */
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
    SelectedVersion rebuild(RebuildProjection query) {
        return new SelectedVersion(query.name(), projections.rebuild(query.name()));
    }

    @QueryHandler
    SelectedVersion switchOver(SwitchProjection query) {
        Integer wanted = query.version();
        int version = wanted == null ? projections.newestOther(query.name()) : wanted;
        projections.switchTo(query.name(), version);
        return new SelectedVersion(query.name(), version);
    }

    @QueryHandler
    SelectedVersion rollBack(RollBackProjection query) {
        return new SelectedVersion(query.name(), projections.rollBack(query.name()));
    }

    @QueryHandler
    ComparisonPage compare(FindDifferences query) {
        Projections.ComparisonPart comparisonPart = projections.compareFrom(query.name(), query.after());
        var redaction = new DifferenceRedaction(query.account());
        var lines = new ArrayList<ComparisonLine>();
        lines.add(new ComparisonSummary(
                "compared",
                query.name(),
                comparisonPart.serving(),
                comparisonPart.beside(),
                comparisonPart.position(),
                comparisonPart.equal(),
                comparisonPart.documents(),
                Math.max(documents(comparisonPart.servingSums()), documents(comparisonPart.besideSums()))));
        comparisonPart.differences().forEach(difference -> lines.add(redaction.line(difference)));
        if (comparisonPart.next() == null) {
            lines.add(new ComparisonEnd("end"));
        }
        return new ComparisonPage(lines, comparisonPart.next());
    }

    private static long documents(List<Views.Sum> sums) {
        return sums.stream().mapToLong(Views.Sum::documents).sum();
    }

    /** Answers a page of dead letters. Page keys are {@code <projection>.<position>}. */
    @QueryHandler
    Page<DeadLetter> find(FindDeadLetters query) {
        String key = query.paging().after();
        int mark = key == null ? -1 : key.lastIndexOf('.');
        String first = key == null ? "" : key.substring(0, mark);
        long lastPosition = key == null ? 0 : Long.parseLong(key, mark + 1, key.length(), 10);
        List<DeadLetter> found = names(query.name())
                .filter(name -> name.compareTo(first) >= 0)
                .flatMap(name -> letters(name, name.equals(first) ? lastPosition : 0, query.account()))
                .limit(query.paging().limit() + 1L)
                .toList();
        return Page.of(found, query.paging().limit(), letter -> letter.projection() + "." + letter.position(), 0);
    }

    /** Returns the given projection's name, or all names. */
    private Stream<String> names(@Nullable String requestedName) {
        return requestedName != null ? Stream.of(requestedName) : projections.names().stream();
    }

    /**
     * Returns the account's dead letters after a position, or all for the operator. They are fetched as the stream is
     * read.
     */
    private Stream<DeadLetter> letters(String name, long after, long account) {
        return Stream.iterate(
                        projections.deadLetters(name, after, LETTERS_PER_READ),
                        some -> !some.isEmpty(),
                        some -> some.size() < LETTERS_PER_READ
                                ? List.of()
                                : projections.deadLetters(name, some.getLast().position(), LETTERS_PER_READ))
                .flatMap(List::stream)
                .filter(letter -> isShown(account, letter.stream()))
                .map(letter ->
                        new DeadLetter(name, letter.position(), letter.stream(), letter.kind(), letter.attempts()));
    }

    /**
     * Returns whether an account may see a stream, which is named {@code <kind>.<account>.<rest>}. The operator,
     * account 0, sees all.
     */
    private static boolean isShown(long to, String stream) {
        int dot = stream.indexOf('.');
        return to == 0 || (dot >= 0 && (stream + ".").startsWith("." + to + ".", dot));
    }

    @QueryHandler
    DeadLetterOutcome retry(RetryDeadLetter query) {
        requireOwn(query.account(), query.name(), query.position());
        return new DeadLetterOutcome(query.name(), query.position(), projections.retry(query.name(), query.position()));
    }

    @QueryHandler
    DeadLetterOutcome discard(DiscardDeadLetter query) {
        requireOwn(query.account(), query.name(), query.position());
        return new DeadLetterOutcome(
                query.name(), query.position(), projections.discard(query.name(), query.position()));
    }

    /** Refuses another account's dead letter as unknown, as everywhere. */
    private void requireOwn(long account, String name, long position) {
        boolean known = projections.deadLetters(name, position - 1, 1).stream()
                .anyMatch(letter -> letter.position() == position && isShown(account, letter.stream()));
        if (!known) {
            throw Refusal.unknown("There is no dead letter at this position.");
        }
    }
}
