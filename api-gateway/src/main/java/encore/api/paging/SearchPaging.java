package encore.api.paging;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.api.binding.InputJson;
import encore.api.binding.InputPlan;
import encore.api.binding.RequestParameters;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.Wire;
import encore.infra.backend.Caller;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/**
 * Pages searches: each page but the last returns a search_uid, and the request for the next page needs nothing else.
 */
@Component
public class SearchPaging {

    private static final Duration CURSOR_LIFETIME = Duration.ofHours(1);
    private static final Set<String> NO_CRITERIA = Set.of("search_uid", "limit");

    /** The length of the JSON of a search without criteria. */
    private static final int EMPTY_JSON_LENGTH = "{}".length();

    private final CursorKeySource cursorKeySource;
    private final Clock clock;

    @Autowired
    public SearchPaging(CursorKeySource cursorKeySource) {
        this(cursorKeySource, Clock.systemUTC());
    }

    SearchPaging(CursorKeySource cursorKeySource, Clock clock) {
        this.cursorKeySource = cursorKeySource;
        this.clock = clock;
    }

    /** The input record of a search. All its components except search_uid and limit are criteria. */
    public interface Criteria {

        @Nullable
        String searchUid();

        @Nullable
        Integer limit();

        /** Returns the most rows of all pages together. */
        default @Nullable Integer maxCount() {
            return null;
        }
    }

    /**
     * The request for one page to the query side.
     *
     * @param upTo only rows created at or before this position; null on the first page, whose position all later pages
     *     use
     * @param today the UTC day of the first page, which all pages use
     */
    public record SearchPage(Paging.Search paging, @Nullable Long upTo, LocalDate today) {}

    /**
     * The meta of a page.
     *
     * @param searchUid continues the search; absent on the last page
     */
    public record Meta(
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String searchUid,

            int count) {}

    /**
     * Answers one page of a search.
     *
     * @param ask asks the query side for the page, with the criteria of the first request
     */
    public <C extends Record & Criteria, T> Mono<Listing<Meta, T>> page(
            Caller caller, C in, int limit, int maxCount, BiFunction<C, SearchPage, Mono<Page<T>>> ask) {
        @SuppressWarnings("unchecked") // A record's class is its own.
        InputPlan<C> plan = InputPlan.of((Class<C>) in.getClass());
        byte[] given = Wire.INPUT.writeValueAsBytes(InputJson.of(plan, in, NO_CRITERIA));
        String searchUid = in.searchUid();
        Cursor cursor = searchUid == null ? null : cursor(caller, searchUid, given);
        C criteria = cursor == null
                ? in
                : plan.bind(RequestParameters.ofJson(Wire.INPUT.readTree(cursor.criteria())), Map.of());
        int most = criteria.maxCount() == null ? maxCount : criteria.maxCount();
        int earlierRows = cursor == null ? 0 : cursor.earlierRows();
        int rows = in.limit() != null ? in.limit() : cursor == null ? limit : cursor.limit();
        int wanted = Math.min(rows, Math.max(0, most - earlierRows));
        Instant begun = cursor == null ? clock.instant() : Instant.ofEpochSecond(cursor.startedAt());
        LocalDate today = LocalDate.ofInstant(begun, ZoneOffset.UTC);
        SearchPage searchPage = cursor == null
                ? new SearchPage(new Paging.Search(null, wanted), null, today)
                : new SearchPage(new Paging.Search(cursor.after(), wanted), cursor.upToPosition(), today);
        byte[] carried = cursor == null ? given : cursor.criteria();
        return ask.apply(criteria, searchPage).map(page -> {
            int now = earlierRows + page.rows().size();
            String after = page.last();
            long upTo = searchPage.upTo() == null ? page.position() : searchPage.upTo();
            String next = page.more() && after != null && now < most
                    ? new Cursor(caller.account(), expiry(), begun.getEpochSecond(), rows, upTo, now, after, carried)
                            .encrypt(cursorKeySource.key())
                    : null;
            return new Listing<>(new Meta(next, page.rows().size()), page.rows());
        });
    }

    private Cursor cursor(Caller caller, String searchUid, byte[] given) {
        Cursor cursor = Cursor.decrypt(searchUid, cursorKeySource.key(), caller.account(), clock.instant());
        if (cursor == null) {
            throw Problem.input("search_uid", ErrorCode.VALUE, "is unknown or has expired: begin the search again");
        }
        if (given.length > EMPTY_JSON_LENGTH && !isSame(given, cursor.criteria())) {
            throw Problem.input("search_uid", ErrorCode.VALUE, "belongs to a search with other criteria");
        }
        return cursor;
    }

    /** Whether criteria are the same, in whatever order their parameters and the values of their lists come. */
    private static boolean isSame(byte[] given, byte[] carried) {
        return Arrays.equals(given, carried)
                || inOrder(Wire.INPUT.readTree(given)).equals(inOrder(Wire.INPUT.readTree(carried)));
    }

    private static Map<String, Set<JsonNode>> inOrder(JsonNode criteria) {
        Map<String, Set<JsonNode>> values = new HashMap<>();
        criteria.properties()
                .forEach(one -> values.put(
                        one.getKey(),
                        one.getValue().isArray()
                                ? one.getValue().valueStream().collect(Collectors.toSet())
                                : Set.of(one.getValue())));
        return values;
    }

    private long expiry() {
        return clock.instant().plus(CURSOR_LIFETIME).getEpochSecond();
    }
}
