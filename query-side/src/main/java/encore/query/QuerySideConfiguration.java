package encore.query;

import encore.infra.backend.QuerySide;
import encore.infra.eventstore.Erasures;
import encore.infra.eventstore.EventTail;
import encore.infra.views.Views;
import encore.query.runtime.Answerer;
import encore.query.runtime.Moments;
import encore.query.runtime.ProjectedQuerySide;
import encore.query.runtime.Projection;
import encore.query.runtime.Projections;
import encore.query.runtime.Questions;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the query side together, over an {@link EventTail} and {@link Views} that somebody else provides. */
@Configuration(proxyBeanMethods = false)
public class QuerySideConfiguration {

    @Bean
    Questions questions() {
        return Questions.ofTheQuestionAtHand();
    }

    @Bean(destroyMethod = "close")
    Projections projections(
            Views views,
            EventTail tail,
            List<Projection> projections,
            ObjectProvider<Segmenting> segmenting,
            ObjectProvider<MeterRegistry> meters,
            ObjectProvider<Erasures> erasures) {
        var running = new Projections(
                views,
                tail,
                projections,
                segmenting.getIfAvailable(Segmenting::none).segments());
        meters.ifAvailable(running::measure);
        // Who waits for an erasure waits for the views' part as well.
        erasures.ifAvailable(all -> all.onErased((subject, position) -> running.awaitErased(position)));
        return running;
    }

    @Bean
    QuerySide querySide(Projections projections, EventTail tail, List<Answerer> answerers, Moments moments) {
        return new ProjectedQuerySide(projections, tail, answerers, moments);
    }
}
