package encore.api.paging;

import encore.api.input.Description;
import encore.api.problems.Problem;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.api.wire.ErrorCode;
import encore.kernel.listednames.NameBeginnings;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The parameters by which a list of things with names is searched, and read page by page. Without them it is answered
 * whole.
 */
public record NamesPaging(
        @Description(
                "Answers a page of the things whose names begin with this, from any of their words on, in the order of"
                        + " the names from that word on. Case and accents do not matter.")
        @Nullable
        @Size(max = NameBeginnings.MAX_LENGTH)
        String q,

        @Description("Answers a page, with meta. " + RowsPaging.LIMIT) @Nullable @Min(1) @Max(RowsPaging.MAX_LIMIT)
        Integer limit,

        @Description(RowsPaging.NEXT_KEY + " With q it belongs to that q.")
        @Nullable
        @Pattern(regexp = "[A-Za-z0-9_-]{1,1000}")
        String nextKey) {

    /** The form of the pages of all of these lists. */
    public static final Pages.Next NEXT = Pages.next("next_key");

    public boolean isPage() {
        return q != null || limit != null || nextKey != null;
    }

    /** Refuses a parameter that a page cannot be asked for with. */
    public NamesPaging without(String parameter, @Nullable Object value) {
        if (isPage() && value != null) {
            throw Problem.input(parameter, ErrorCode.VALUE, "must not come with q, limit or next_key");
        }
        return this;
    }

    /** Refuses a parameter that names cannot be searched with. */
    public NamesPaging withoutInSearch(String parameter, @Nullable Object value) {
        if (q != null && value != null) {
            throw Problem.input(parameter, ErrorCode.VALUE, "must not come with q");
        }
        return this;
    }

    /** Returns the page that was asked for. */
    public NextKey page() {
        return new NextKey(nextKey, limit == null ? RowsPaging.DEFAULT_LIMIT : limit, q);
    }

    /** Answers the page that was asked for, or the list as a whole, of which so many rows are asked for at once. */
    public <T> ListOrPage<T> answer(int rows, Function<NextKey, Mono<Page<T>>> ask) {
        return answer(!isPage(), page(), rows, ask);
    }

    /** Answers the page that was asked for, or a list that is answered whole in another way. */
    public <T> ListOrPage<T> answer(Flux<T> whole, Function<NextKey, Mono<Page<T>>> ask) {
        NextKey page = page();
        return new ListOrPage<>(isPage() ? ask.apply(page).map(found -> NEXT.answer(page, found)) : whole);
    }

    static <T> ListOrPage<T> answer(boolean isWhole, NextKey page, int rows, Function<NextKey, Mono<Page<T>>> ask) {
        return new ListOrPage<>(
                isWhole
                        ? Pages.all(after -> ask.apply(new NextKey(after, rows)))
                        : ask.apply(page).map(found -> NEXT.answer(page, found)));
    }
}
