package encore.query;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.sqlite.SqliteViews;
import encore.query.projection.Projection;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** A version that an earlier build has filled, which today's projection answers from until the version is made anew. */
public final class EarlierDocuments {

    private EarlierDocuments() {}

    /** @param stored puts documents into the collection as the earlier build declared it */
    public static <R> R read(
            Path files,
            Projection projection,
            Collection<?> collection,
            Consumer<Documents.Batch> stored,
            Function<Documents, R> question) {
        String name = projection.shape().projection();
        try (Views views = SqliteViews.open(files, true);
                Documents.Batch batch = views.open(new Views.Shape(name, List.of(collection)), 1)
                        .begin()) {
            stored.accept(batch);
            batch.commit(10);
        }
        try (Views views = SqliteViews.open(files, true)) {
            return views.open(projection.shape(), 1).read(question);
        }
    }
}
