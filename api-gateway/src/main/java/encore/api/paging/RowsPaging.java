package encore.api.paging;

import encore.api.input.Description;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The parameters by which a list below {@code manage/} is read page by page. Without them it is answered whole. */
public record RowsPaging(
        @Description("Answers a page, with meta. " + LIMIT) @Nullable @Min(1) @Max(MAX_LIMIT)
        Integer limit,

        @Description(NEXT_KEY) @Nullable @Pattern(regexp = Pages.ROW_KEY)
        String nextKey) {

    static final int MAX_LIMIT = 500;
    static final int DEFAULT_LIMIT = 100;
    static final String LIMIT = "Absent on a page: 100.";
    static final String NEXT_KEY = "The key in meta of the page before.";

    /** Answers the page that was asked for, or the list as a whole. */
    public <T> ListOrPage<T> answer(int rows, Function<NextKey, Mono<Page<T>>> ask) {
        return NamesPaging.answer(
                limit == null && nextKey == null,
                new NextKey(nextKey, limit == null ? DEFAULT_LIMIT : limit),
                rows,
                ask);
    }
}
